/* The offers of two tables before their match (docs/develop/two_tables.md), for Debian's spin.

   Each side has a disk, and a player who may choose another list after a crash. The line loses, repeats and reorders
   messages. A commitment stands for its offer.

   -DLIAR             side 1 does not keep the protocol: it sends any message at any time
   Controls, each of which must be found:
   -DSHOWN_EARLY      a side shows its offer before it has the other's commitment
   -DNEW_LIST         after a restart a side offers its player's list of then
   -DUNKEPT           a side has the other's commitment in memory only
   -DNEVER_ENDS       claims that both offers are never known to both */

#ifndef CRASHES
#define CRASHES 2
#endif
#define NONE 2

mtype = { COMMIT, OFFER };
chan to[2] = [3] of { mtype, byte };

/* on disk */
byte own[2] = NONE;          /* the signed offer */
byte theirs[2] = NONE;       /* the other side's first commitment */
/* for the properties alone: what a side has seen, shown and taken at any time */
bool learned[2], shown[2];
byte taken[2] = NONE;
byte crashes;

inline choose(me, one) {
#ifndef LIAR
    assert(!learned[me]);            /* it chooses its army before it learns the other's */
#endif
    own[me] = one
}

inline take_commit(me, one) {
    if
    :: theirs[me] == NONE ->
        assert(!shown[me]);          /* the other's offer is fixed before this side's is shown */
        theirs[me] = one
    :: else -> skip
    fi
}

inline take_offer(me, one) {
    learned[me] = true;
#ifndef LIAR
    assert(own[me] != NONE && theirs[1 - me] == own[me]);
#endif
    if
    :: theirs[me] == one -> assert(taken[me] == NONE || taken[me] == one); taken[me] = one
    :: else -> skip
    fi
}

proctype side(byte me) {
    do
    :: atomic { own[me] == NONE -> choose(me, 0) }
    :: atomic { own[me] == NONE -> choose(me, 1) }
    :: atomic { own[me] != NONE && nfull(to[1 - me]) -> to[1 - me]!COMMIT, own[me] }
#ifdef SHOWN_EARLY
    :: atomic { own[me] != NONE && nfull(to[1 - me]) ->
#else
    :: atomic { own[me] != NONE && theirs[me] != NONE && nfull(to[1 - me]) ->
#endif
        shown[me] = true; to[1 - me]!OFFER, own[me] }
    :: atomic { to[me]??[COMMIT, 0] -> if :: to[me]??COMMIT, 0 :: skip fi; take_commit(me, 0) }
    :: atomic { to[me]??[COMMIT, 1] -> if :: to[me]??COMMIT, 1 :: skip fi; take_commit(me, 1) }
    :: atomic { to[me]??[OFFER, 0] -> if :: to[me]??OFFER, 0 :: skip fi; take_offer(me, 0) }
    :: atomic { to[me]??[OFFER, 1] -> if :: to[me]??OFFER, 1 :: skip fi; take_offer(me, 1) }
    :: atomic { nempty(to[me]) -> to[me]?_, _ }      /* lost */
    :: atomic { crashes < CRASHES -> crashes = crashes + 1;
#ifdef NEW_LIST
        own[me] = NONE;
#endif
#ifdef UNKEPT
        theirs[me] = NONE;
#endif
        skip }
#ifdef NEVER_ENDS
    :: atomic { taken[0] != NONE && taken[1] != NONE -> assert(false) }
#endif
    od
}

/* It knows all that it was sent, and sends what it likes, as often as it likes. */
proctype liar() {
    do
    :: nfull(to[0]) -> if :: to[0]!COMMIT, 0 :: to[0]!COMMIT, 1 :: to[0]!OFFER, 0 :: to[0]!OFFER, 1 fi
    :: atomic { nempty(to[1]) -> to[1]?_, _ }
    od
}

init {
    atomic {
        run side(0);
#ifdef LIAR
        run liar()
#else
        run side(1)
#endif
    }
}
