/* A library of PC/SC with the types of one system: -DLITE (pcsc-lite on 64 bits), -DMAC or -DWINDOWS. It has a reader
 * with two slots, one of them with a card, and refuses each argument that is not as that system's header has it. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef LITE
typedef unsigned long DWORD;
typedef long LONG, HANDLE;
typedef char TEXT;
#define T(text) text
#define W(name) name
#define ATR_MOST 33
#define CONTEXT 0x1122334455667788
#define ESCAPE 0x42000001
#elif defined(MAC)
typedef uint32_t DWORD;
typedef int32_t LONG, HANDLE;
typedef char TEXT;
#define T(text) text
#define W(name) name
#define ATR_MOST 33
#define CONTEXT 0x71223344
#define ESCAPE 0x42000001
#else
typedef uint32_t DWORD;
typedef int32_t LONG;
typedef uintptr_t HANDLE;
typedef uint16_t TEXT;
#define T(text) (const TEXT *)u##text
#define W(name) name##W
#define ATR_MOST 36
#define CONTEXT 0x1122334455667788
#define ESCAPE (0x310000 + 3500 * 4)
#endif

#ifdef MAC
#pragma pack(1)
#endif
typedef struct {
    const TEXT *reader;
    void *user;
    DWORD current, event, atr_size;
    unsigned char atr[ATR_MOST];
} STATE;
typedef struct {
    DWORD protocol, size;
} IO;
#ifdef MAC
#pragma pack()
#endif

#define WRONG ((LONG)0x80100004)
#define UNKNOWN_READER ((LONG)0x80100009)
#define TIMED_OUT ((LONG)0x8010000A)
#define UNSUPPORTED ((LONG)0x8010001F)
#define CARD (CONTEXT + 1)
#define MOST 264
#define NEED(condition) if (!(condition)) return WRONG

static const unsigned char ATR[20] = {0x3B, 0x8F, 0x80, 0x01, 0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00,
                                      0x03, 0x06, 0x03, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x68};
static const unsigned char UID[9] = {0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6, 0x90, 0x00};
static const unsigned char FIRST_PAGES[8] = {0x04, 0xA1, 0xB2, 0x9F, 0xC3, 0xD4, 0xE5, 0xF6};
static const unsigned char GET_UID[5] = {0xFF, 0xCA, 0x00, 0x00, 0x00};
#define PICC T("L\u00E4ser PICC 0")
#define SAM T("L\u00E4ser SAM 0")
#define PLUGGED T("\\\\?PnP?\\Notification")

static size_t length(const TEXT *text) {
    size_t at = 0;
    while (text[at]) at++;
    return at;
}

static int same(const TEXT *one, const TEXT *two) {
    return length(one) == length(two) && memcmp(one, two, length(one) * sizeof(TEXT)) == 0;
}

static DWORD copy(TEXT *to, const TEXT *text) {
    memcpy(to, text, (length(text) + 1) * sizeof(TEXT));
    return length(text) + 1;
}

size_t imitation_layout(int of) {
    const size_t layout[] = {sizeof(STATE), offsetof(STATE, current), offsetof(STATE, event), offsetof(STATE, atr_size),
                             offsetof(STATE, atr), sizeof(IO), sizeof(HANDLE)};
    return layout[of];
}

LONG SCardEstablishContext(DWORD scope, const void *one, const void *two, HANDLE *context) {
    NEED(scope == 2 && !one && !two && *context == 0);
    *context = CONTEXT;
    return 0;
}

LONG SCardReleaseContext(HANDLE context) { return context == CONTEXT ? 0 : WRONG; }

LONG W(SCardListReaders)(HANDLE context, const TEXT *groups, TEXT *names, DWORD *size) {
    DWORD needed = length(PICC) + 1 + length(SAM) + 1 + 1;
    NEED(context == CONTEXT && !groups && *size == (names ? needed : 0));
    if (names) {
        names += copy(names, PICC);
        names += copy(names, SAM);
        *names = 0;
    }
    *size = needed;
    return 0;
}

LONG W(SCardGetStatusChange)(HANDLE context, DWORD timeout, STATE *state, DWORD number) {
    NEED(context == CONTEXT && timeout == 0 && number == 1 && !state->user && state->current == 0);
    if (same(state->reader, PLUGGED)) {
#ifdef MAC
        state->event = 0x0004;
#else
        state->event = 3 << 16;
#endif
        return TIMED_OUT;
    }
    if (same(state->reader, SAM)) {
        state->event = 0x0012;
        state->atr_size = 0;
        return 0;
    }
    if (!same(state->reader, PICC)) return UNKNOWN_READER;
    state->event = 7 << 16 | 0x0022;
    state->atr_size = sizeof ATR;
    memcpy(state->atr, ATR, sizeof ATR);
    return 0;
}

LONG W(SCardConnect)(HANDLE context, const TEXT *reader, DWORD share, DWORD protocols, HANDLE *card, DWORD *protocol) {
    NEED(context == CONTEXT && *card == 0 && *protocol == 0);
    NEED((share == 2 && protocols == 3) || (share == 3 && protocols == 0));
    if (!same(reader, PICC) && !same(reader, SAM)) return UNKNOWN_READER;
    *card = CARD;
    *protocol = 2;
    return 0;
}

LONG SCardDisconnect(HANDLE card, DWORD disposition) { return card == CARD && disposition == 0 ? 0 : WRONG; }

LONG SCardTransmit(HANDLE card, const IO *io, const unsigned char *sent, DWORD size, IO *back, unsigned char *answer,
                   DWORD *answered) {
    NEED(card == CARD && io->protocol == 2 && io->size == sizeof(IO) && !back && size == 5 && *answered == MOST);
    if (memcmp(sent, GET_UID, sizeof GET_UID) == 0) {
        memcpy(answer, UID, sizeof UID);
        *answered = sizeof UID;
        return 0;
    }
    NEED(sent[1] == 0xB0 && sent[4] == 16);
    memset(answer, 0, 16);
    if (sent[3] == 0) memcpy(answer, FIRST_PAGES, sizeof FIRST_PAGES);
    answer[16] = 0x90;
    answer[17] = 0x00;
    *answered = 18;
    return 0;
}

#ifdef MAC
/* The name without a number is that of Mac OS X before 10.5, with other arguments. */
LONG SCardControl(void) { return WRONG; }
#define SCardControl SCardControl132
#endif
LONG SCardControl(HANDLE card, DWORD code, const unsigned char *sent, DWORD size, unsigned char *answer, DWORD most,
                  DWORD *answered) {
    NEED(card == CARD && code == ESCAPE && size == 5 && sent[0] == 0xFF && most == MOST && *answered == 0);
    answer[0] = 0x90;
    answer[1] = 0x00;
    *answered = 2;
    return 0;
}

LONG SCardGetAttrib(HANDLE card, DWORD number, unsigned char *value, DWORD *size) {
    NEED(card == CARD && *size == MOST);
    if (number == 0x10103) {
        memcpy(value, "SN42", 5);
        *size = 5;
        return 0;
    }
#ifndef WINDOWS
    if (number == 0x20110) {
        memcpy(value, "\x02\x01\x20\x00", 4);
        *size = 4;
        return 0;
    }
#endif
    return UNSUPPORTED;
}

#ifdef WINDOWS
LONG SCardGetReaderDeviceInstanceIdW(HANDLE context, const TEXT *reader, TEXT *place, DWORD *size) {
    NEED(context == CONTEXT && *size == MOST);
    *size = copy(place, same(reader, SAM) ? T("USB\\VID_072F&PID_223B&MI_01\\6&2b3c4d5e&0&0001")
                                          : T("USB\\VID_072F&PID_223B&MI_00\\6&2b3c4d5e&0&0000"));
    return 0;
}
#endif
