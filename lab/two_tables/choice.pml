/* The sealed choice between two tables (docs/develop/two_tables.md), for Debian's spin.

   Each side has a disk, a memory that a crash empties, and a player who may lay another card than before. The line
   loses, repeats and reorders messages. A message of the line is read by whoever receives it, in any state.

   -DLIAR           side 1 does not keep the protocol: it sends any message at any time
   Controls, each of which must be found:
   -DEARLY_REVEAL   a side opens its card before it has the other's commitment
   -DVOIDED_SEAL    a restart voids the locks of both, also after an opening (right at one table, TB-04)
   -DNEVER_ENDS     claims that no round ends with both cards open */

#ifndef CRASHES
#define CRASHES 2
#endif
#ifndef TRIES
#define TRIES 2
#endif
#define NONE 2

mtype = { COMMIT, OPEN, VOID, VOIDED };
#ifndef LINE
#define LINE 3
#endif
chan to[2] = [LINE] of { mtype, byte, byte };  /* kind, try, card; a commitment stands for its card */

/* on disk */
byte try[2];
byte committed[2] = NONE;
byte theirs[2] = NONE;       /* the other side's commitment of this try */
bool has_opened[2], was_opened[2], voiding[2];
/* in memory */
byte card[2] = NONE;
/* for the properties alone */
bool learned[2];             /* it has read the other's card */
byte crashes;

inline forget(me) {
    try[me] = try[me] + 1;
    committed[me] = NONE; theirs[me] = NONE; card[me] = NONE;
    voiding[me] = false
}

/* The player lays a card. Only the card of its commitment is taken again; the same card has the same salt. */
inline lay(me, one) {
    if
    :: committed[me] == NONE ->
#ifndef LIAR
        assert(!learned[me]);            /* it fixes its choice before it learns the other's */
#endif
        card[me] = one; committed[me] = one
    :: committed[me] == one -> card[me] = one
    :: else -> skip
    fi
}

inline take_commit(me, t, one) {
    if
    :: t == try[me] && theirs[me] == NONE && !voiding[me] ->
        assert(!has_opened[me]);         /* the other's choice is fixed before this side's is told */
        theirs[me] = one
    :: else -> skip                      /* of another try, or known: the same is harmless, another one is a proof */
    fi
}

inline take_open(me, t, one) {
    learned[me] = true;
#ifndef LIAR
    assert(committed[me] != NONE);       /* whatever the state is in which it is read */
    assert(t == try[me] && theirs[1 - me] == committed[me]);
#endif
    if
    :: t == try[me] && theirs[me] == one -> was_opened[me] = true
    :: else -> skip                      /* no opening of that commitment: a proved lie */
    fi
}

inline take_void(me, t) {
    if
#ifdef VOIDED_SEAL
    :: t == try[me] && try[me] + 1 < TRIES -> has_opened[me] = false; was_opened[me] = false; forget(me)
#else
    :: t == try[me] && try[me] + 1 < TRIES && !has_opened[me] && !was_opened[me] -> forget(me)
#endif
    :: else -> skip
    fi
}

inline take_voided(me, t) {
    if
    :: t == try[me] && voiding[me] && try[me] + 1 < TRIES -> forget(me)
    :: else -> skip
    fi
}

#define ROOM(me) nfull(to[1 - me])

proctype side(byte me) {
    byte t;
    do
    :: atomic { card[me] == NONE && !voiding[me] -> lay(me, 0) }
    :: atomic { card[me] == NONE && !voiding[me] -> lay(me, 1) }
    :: atomic { committed[me] != NONE && !voiding[me] && ROOM(me) -> to[1 - me]!COMMIT, try[me], committed[me] }
#ifdef EARLY_REVEAL
    :: atomic { card[me] != NONE && !voiding[me] && ROOM(me) ->
#else
    :: atomic { card[me] != NONE && theirs[me] != NONE && !voiding[me] && ROOM(me) ->
#endif
        has_opened[me] = true; to[1 - me]!OPEN, try[me], card[me] }
    /* It asks for a new try: never after an opening, and from then on it opens nothing of this try. */
    :: atomic { !has_opened[me] && !was_opened[me] && committed[me] != NONE && try[me] + 1 < TRIES -> voiding[me] = true }
    :: atomic { voiding[me] && ROOM(me) -> to[1 - me]!VOID, try[me], 0 }
    :: atomic { try[me] > 0 && ROOM(me) -> to[1 - me]!VOIDED, try[me] - 1, 0 }
    :: atomic { to[me]??[COMMIT, 0, 0] -> if :: to[me]??COMMIT, 0, 0 :: skip fi; take_commit(me, 0, 0) }
    :: atomic { to[me]??[COMMIT, 0, 1] -> if :: to[me]??COMMIT, 0, 1 :: skip fi; take_commit(me, 0, 1) }
    :: atomic { to[me]??[COMMIT, 1, 0] -> if :: to[me]??COMMIT, 1, 0 :: skip fi; take_commit(me, 1, 0) }
    :: atomic { to[me]??[COMMIT, 1, 1] -> if :: to[me]??COMMIT, 1, 1 :: skip fi; take_commit(me, 1, 1) }
    :: atomic { to[me]??[OPEN, 0, 0] -> if :: to[me]??OPEN, 0, 0 :: skip fi; take_open(me, 0, 0) }
    :: atomic { to[me]??[OPEN, 0, 1] -> if :: to[me]??OPEN, 0, 1 :: skip fi; take_open(me, 0, 1) }
    :: atomic { to[me]??[OPEN, 1, 0] -> if :: to[me]??OPEN, 1, 0 :: skip fi; take_open(me, 1, 0) }
    :: atomic { to[me]??[OPEN, 1, 1] -> if :: to[me]??OPEN, 1, 1 :: skip fi; take_open(me, 1, 1) }
    :: atomic { to[me]??[VOID, 0, 0] -> if :: to[me]??VOID, 0, 0 :: skip fi; take_void(me, 0) }
    :: atomic { to[me]??[VOIDED, 0, 0] -> if :: to[me]??VOIDED, 0, 0 :: skip fi; take_voided(me, 0) }
    :: atomic { to[me]?[_, _, _] -> to[me]?_, _, _ }      /* lost */
    /* A crash empties the memory. The disk has every commitment and every opening before it is sent. */
    :: atomic { crashes < CRASHES && card[me] != NONE -> crashes = crashes + 1; card[me] = NONE;
#ifdef VOIDED_SEAL
        if
        :: try[me] + 1 < TRIES -> has_opened[me] = false; was_opened[me] = false; forget(me)
        :: else -> skip
        fi
#endif
        }
#ifdef NEVER_ENDS
    :: atomic { was_opened[0] && was_opened[1] -> assert(false) }
#endif
    od
}

/* It knows all that it was sent, and sends what it likes, as often as it likes. */
proctype liar() {
    do
    :: nfull(to[0]) -> if :: to[0]!COMMIT, 0, 0 :: to[0]!COMMIT, 0, 1 :: to[0]!COMMIT, 1, 0 :: to[0]!COMMIT, 1, 1
        :: to[0]!OPEN, 0, 0 :: to[0]!OPEN, 0, 1 :: to[0]!OPEN, 1, 0 :: to[0]!OPEN, 1, 1
        :: to[0]!VOID, 0, 0 :: to[0]!VOIDED, 0, 0 fi
    :: atomic { nempty(to[1]) -> to[1]?_, _, _ }
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
