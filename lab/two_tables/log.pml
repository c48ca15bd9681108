/* The signed logs of two tables (docs/develop/two_tables.md), for Debian's spin.

   Blue writes every batch. Red proposes its acts, signs blue's batches, and each side may stop the match for good. Both
   programs crash, and the line loses, repeats and reorders messages. Frames on their way to a program that crashes are
   lost, because its line key is new. The act 0 is blue's, 1 and 2 are red's.

   -DRESTORED         blue's disk may lose its last batch that holds, once, as one that was restored from a copy
   -DLIAR             blue does not keep the protocol: it sends any batch at any time
   Controls, each of which must be found:
   -DSIGNS_AT_ONCE    blue signs after a start without asking for red's log (with RESTORED)
   -DTWO_PROPOSALS    after a restart red proposes another act with the same number
   -DUNPROPOSED       red signs an act of its own that it has not proposed (with LIAR)
   -DUNKEPT           red signs before its disk has the batch (with LIAR)
   -DLOST_STOP        after a restart a side no longer knows that it has stopped
   -DNEVER_ENDS       claims that no log reaches its end */

#ifndef CRASHES
#define CRASHES 2
#endif
#define BATCHES 2
#define BLUE 0
#define RED 1
#define NONE 3

mtype = { BATCH, SIGNED, PROPOSED, ASK, HEAD, STOP };
#ifndef LINE
#define LINE 2
#endif
chan to[2] = [LINE] of { mtype, byte, byte };  /* kind, number, act */

/* on disk; index 0 is unused */
byte written[4] = NONE;      /* blue's batches, each with its own signature */
byte held;                   /* those that red has signed, too, as blue has them */
byte log[4] = NONE;          /* red's batches, with both signatures */
byte proposal[4] = NONE;     /* red's only proposal with this number */
byte length;                 /* of red's log */
bool stopped[2];
/* in memory */
byte got = NONE, got_number; /* the proposal that blue has */
bool may_sign;               /* blue has red's answer, and all batches that red has */
/* for the properties alone: everything that was ever signed */
byte blues[4] = NONE, reds[4] = NONE;
bool has_stopped[2];
byte crashes;
bool restored;

inline blue_signs(act) {
    assert(blues[held + 1] == NONE || blues[held + 1] == act);   /* one batch with each number, for ever */
    assert(!has_stopped[BLUE]);
    blues[held + 1] = act; written[held + 1] = act
}

inline take_signed(n, act) {
    if
    :: n == held + 1 && written[n] == act && !stopped[BLUE] -> held = n; got = NONE
    :: else -> skip
    fi
}

inline take_proposed(n, act) {
    if
    :: n == held + 1 && !stopped[BLUE] -> got = act; got_number = n
    :: else -> skip
    fi
}

inline take_head(n, act) {
    if
    :: n <= held -> may_sign = true
    :: n == held + 1 -> written[n] = act; held = n; got = NONE; may_sign = true  /* red's last batch, signed by both */
    :: else -> skip
    fi
}

inline take_batch(n, act) {
    if
    :: n == length + 1 && !stopped[RED] ->
        if
#ifdef UNPROPOSED
        :: true ->
#else
        :: act == 0 || proposal[n] == act ->
#endif
            assert(act == 0 || proposal[n] == act);                  /* nobody acts for red */
            assert(reds[n] == NONE || reds[n] == act);               /* one batch with each number, for ever */
            assert(!has_stopped[RED]);
            reds[n] = act; log[n] = act; length = n
        :: else ->
#ifndef LIAR
            assert(false);                                           /* an honest blue is never accused */
#endif
            skip
        fi
    :: n <= length ->
#ifndef LIAR
        assert(log[n] == act);                                       /* nor of two batches with one number */
#endif
        skip
    :: else -> skip
    fi
}

#define TAKE(me, kind, n, act, does) \
    :: atomic { to[me]??[kind, n, act] -> if :: to[me]??kind, n, act :: skip fi; does }
#define LOST(me) \
    :: atomic { nempty(to[me]) -> to[me]?_, _, _ }
#define STOPS(me) \
    :: atomic { !stopped[me] -> stopped[me] = true; has_stopped[me] = true } \
    :: atomic { stopped[me] && nfull(to[1 - me]) -> to[1 - me]!STOP, 0, 0 } \
    :: atomic { to[me]??[STOP, 0, 0] -> if :: to[me]??STOP, 0, 0 :: skip fi; stopped[me] = true; has_stopped[me] = true }

/* The frames on their way to it are lost: its line key is new. */
inline crash(me) {
    crashes = crashes + 1;
    do :: to[me]?_, _, _ :: empty(to[me]) -> break od;
#ifdef LOST_STOP
    stopped[me] = false
#endif
}

#ifdef LIAR
proctype blue() {
    do
    :: nfull(to[RED]) -> if :: to[RED]!BATCH, 1, 0 :: to[RED]!BATCH, 1, 1 :: to[RED]!BATCH, 1, 2
        :: to[RED]!BATCH, 2, 0 :: to[RED]!BATCH, 2, 1 :: to[RED]!BATCH, 2, 2 :: to[RED]!STOP, 0, 0 fi
    LOST(BLUE)
    od
}
#else
proctype blue() {
    do
    :: atomic { held < BATCHES && written[held + 1] == NONE && may_sign && !stopped[BLUE] -> blue_signs(0) }
    :: atomic { held < BATCHES && written[held + 1] == NONE && may_sign && !stopped[BLUE] && got != NONE &&
        got_number == held + 1 -> blue_signs(got); got = NONE; got_number = 0 }
    :: atomic { held < BATCHES && written[held + 1] != NONE && !stopped[BLUE] && nfull(to[RED]) ->
        to[RED]!BATCH, held + 1, written[held + 1] }
    :: atomic { !may_sign && nfull(to[RED]) -> to[RED]!ASK, 0, 0 }
    TAKE(BLUE, SIGNED, 1, 0, take_signed(1, 0))
    TAKE(BLUE, SIGNED, 1, 1, take_signed(1, 1))
    TAKE(BLUE, SIGNED, 1, 2, take_signed(1, 2))
    TAKE(BLUE, SIGNED, 2, 0, take_signed(2, 0))
    TAKE(BLUE, SIGNED, 2, 1, take_signed(2, 1))
    TAKE(BLUE, SIGNED, 2, 2, take_signed(2, 2))
    TAKE(BLUE, PROPOSED, 1, 1, take_proposed(1, 1))
    TAKE(BLUE, PROPOSED, 1, 2, take_proposed(1, 2))
    TAKE(BLUE, PROPOSED, 2, 1, take_proposed(2, 1))
    TAKE(BLUE, PROPOSED, 2, 2, take_proposed(2, 2))
    TAKE(BLUE, HEAD, 0, NONE, take_head(0, NONE))
    TAKE(BLUE, HEAD, 1, 0, take_head(1, 0))
    TAKE(BLUE, HEAD, 1, 1, take_head(1, 1))
    TAKE(BLUE, HEAD, 1, 2, take_head(1, 2))
    TAKE(BLUE, HEAD, 2, 0, take_head(2, 0))
    TAKE(BLUE, HEAD, 2, 1, take_head(2, 1))
    TAKE(BLUE, HEAD, 2, 2, take_head(2, 2))
    LOST(BLUE)
    STOPS(BLUE)
    :: atomic { crashes < CRASHES -> crash(BLUE); got = NONE; got_number = 0;
#ifndef SIGNS_AT_ONCE
        may_sign = false;
#endif
#ifdef RESTORED
        if
        :: !restored && held > 0 && written[held + 1] == NONE -> restored = true; written[held] = NONE; held = held - 1
        :: skip
        fi
#endif
        skip }
#ifdef NEVER_ENDS
    :: atomic { held == BATCHES -> assert(false) }
#endif
    od
}
#endif

proctype red() {
    do
    :: atomic { length < BATCHES && proposal[length + 1] == NONE && !stopped[RED] ->
        if :: proposal[length + 1] = 1 :: proposal[length + 1] = 2 fi }
    :: atomic { length < BATCHES && proposal[length + 1] != NONE && !stopped[RED] && nfull(to[BLUE]) ->
        to[BLUE]!PROPOSED, length + 1, proposal[length + 1] }
    :: atomic { length > 0 && nfull(to[BLUE]) -> to[BLUE]!SIGNED, length, log[length] }
    TAKE(RED, BATCH, 1, 0, take_batch(1, 0))
    TAKE(RED, BATCH, 1, 1, take_batch(1, 1))
    TAKE(RED, BATCH, 1, 2, take_batch(1, 2))
    TAKE(RED, BATCH, 2, 0, take_batch(2, 0))
    TAKE(RED, BATCH, 2, 1, take_batch(2, 1))
    TAKE(RED, BATCH, 2, 2, take_batch(2, 2))
    :: atomic { to[RED]??[ASK, 0, 0] && nfull(to[BLUE]) -> if :: to[RED]??ASK, 0, 0 :: skip fi;
        to[BLUE]!HEAD, length, log[length] }
    LOST(RED)
    STOPS(RED)
    :: atomic { crashes < CRASHES -> crash(RED);
#ifdef TWO_PROPOSALS
        if :: length < BATCHES -> proposal[length + 1] = NONE :: else -> skip fi;
#endif
#ifdef UNKEPT
        if :: length > 0 -> log[length] = NONE; length = length - 1 :: else -> skip fi;
#endif
        skip }
    od
}

init { atomic { run blue(); run red() } }
