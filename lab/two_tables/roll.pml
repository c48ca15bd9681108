/* A roll between two tables (docs/develop/two_tables.md), for Debian's spin.

   Side 0 acts, and the act needs a roll. Both sides have committed to a contribution for this roll at set-up. Side 1
   keeps the protocol; side 0 sends any act as often as it likes. The line loses, repeats and reorders messages.

   Controls, each of which must be found:
   -DEARLY_ROLL     side 1 opens its contribution before it has signed the act
   -DNEW_ROLL       after a restart side 1 signs an act again, as if it had signed none
   -DNEVER_ENDS     claims that the roll is never known at both sides */

#ifndef CRASHES
#define CRASHES 2
#endif
#define NONE 2

mtype = { ACT, SIGNED, PART };
chan to[2] = [3] of { mtype, byte };

/* on disk of side 1 */
byte act_signed = NONE;          /* the act with both signatures */
bool part_opened;
/* what the sides know */
bool rolled[2];              /* it has both contributions */
byte proof = NONE;           /* side 0 has this act with both signatures */
bool equivocated;            /* side 1 has two acts of side 0 with one number */
byte crashes;

inline sign(act) {
    if
    :: act_signed == NONE ->
        assert(!rolled[0]);  /* the act is fixed before side 0 knows the roll */
        act_signed = act
    :: act_signed == act -> skip
    :: else -> equivocated = true
    fi
}

proctype acting() {
    do
    :: nfull(to[1]) -> if :: to[1]!ACT, 0 :: to[1]!ACT, 1 fi
    :: atomic { to[0]??[SIGNED, 0] -> if :: to[0]??SIGNED, 0 :: skip fi; assert(proof != 1); proof = 0 }
    :: atomic { to[0]??[SIGNED, 1] -> if :: to[0]??SIGNED, 1 :: skip fi; assert(proof != 0); proof = 1 }
    :: atomic { to[0]??[PART, 0] -> if :: to[0]??PART, 0 :: skip fi; rolled[0] = true }
    /* It may open its own contribution at any time: that gives the roll to side 1 alone. */
    :: nfull(to[1]) -> to[1]!PART, 0
    :: atomic { nempty(to[0]) -> to[0]?_, _ }
    od
}

proctype judging() {
    do
    :: atomic { to[1]??[ACT, 0] -> if :: to[1]??ACT, 0 :: skip fi; sign(0) }
    :: atomic { to[1]??[ACT, 1] -> if :: to[1]??ACT, 1 :: skip fi; sign(1) }
    :: atomic { act_signed != NONE && nfull(to[0]) -> to[0]!SIGNED, act_signed }
#ifdef EARLY_ROLL
    :: atomic { nfull(to[0]) -> part_opened = true; to[0]!PART, 0 }
#else
    :: atomic { act_signed != NONE && nfull(to[0]) -> part_opened = true; to[0]!PART, 0 }
#endif
    :: atomic { to[1]??[PART, 0] -> if :: to[1]??PART, 0 :: skip fi;
        if :: act_signed != NONE -> rolled[1] = true :: else -> skip fi }
    :: atomic { nempty(to[1]) -> to[1]?_, _ }
    :: atomic { crashes < CRASHES -> crashes = crashes + 1;
#ifdef NEW_ROLL
        act_signed = NONE
#else
        skip                 /* the signature is on disk before it is sent, and its contribution is an HMAC of its secret */
#endif
        }
#ifdef NEVER_ENDS
    :: atomic { rolled[0] && rolled[1] -> assert(false) }
#endif
    od
}

init { atomic { run acting(); run judging() } }
