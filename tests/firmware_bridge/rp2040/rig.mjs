// A Pico on a bench: an RP2040 as rp2040js has it, with the flash, the hoppers and the USB cable that it lacks.
//
// node rig.mjs SETTINGS, a JSON: {library, rom, flash, clock, image, hoppers: [[forward, backward, barrier], ...], cut, seed}
//
// Standard input and output are the cable's bytes. Standard error says in a line each what happened: a token that fell, an
// operation of the flash, a warning of the emulator. The flash is the file `flash`, made of the UF2 `image` where it is not there, and written through at
// once: killing this program is a power cut. With `cut` the power goes in the middle of that operation of the flash. The file `clock`
// has the Pico's seconds of all its lives, by which its hosts go.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const settings = JSON.parse(process.argv[2]);
const { Simulator, USBCDC, GPIOPinState } = await import(pathToFileURL(settings.library).href);

const FLASH_BYTES = 2 * 1024 * 1024;
const SECTOR = 4096, PAGE = 256;
// The W25Q16JV's typical times: the Pico's clock goes on meanwhile, and so do the discs.
const ERASE_NS = 45e6, PROGRAM_NS = 0.7e6;
const TOKEN_EVERY_NS = 120e6, DARK_NS = 20e6;
const CYCLE_NS = 8;
const SLICE_CYCLES = 200_000;
const CUT_STATUS = 9;

const simulator = new Simulator();
const pico = simulator.rp2040;
const clock = simulator.clock;
const say = (what) => fs.writeSync(2, JSON.stringify({ at_ms: Math.round(clock.nanos / 1e6), ...what }) + '\n');

// The emulator's own logger writes into standard output, which is the cable, and throws at an error.
const warned = new Set();
const quiet = () => {};
const warn = (part, message) => {
  const warning = `${part}: ${message}`;
  if (warned.has(warning)) return;
  warned.add(warning);
  say({ warning });
};
pico.logger = { debug: quiet, info: quiet, warn, error: warn };

// -- boot ROM: the flash routines, which drive a controller that the emulator has not, end in us -------------------------------

const word16 = (rom, at) => (rom[at >> 2] >>> ((at & 2) * 8)) & 0xffff;

function routines(rom) {
  const found = new Map();
  for (let at = word16(rom, 0x14); word16(rom, at) !== 0; at += 4) {
    found.set(String.fromCharCode(word16(rom, at) & 0xff, word16(rom, at) >> 8), word16(rom, at + 2) & ~1);
  }
  return found;
}

function replaced(rom, addresses) {
  const bytes = new Uint8Array(rom.buffer, rom.byteOffset, rom.byteLength);
  addresses.forEach((address, number) => {
    bytes[address] = number; // BKPT number
    bytes[address + 1] = 0xbe;
  });
}

const rom = new Uint32Array(new Uint8Array(fs.readFileSync(settings.rom)).buffer);
const known = routines(rom);
const CALLS = ['IF', 'EX', 'RE', 'RP', 'FC', 'CX'];
replaced(rom, CALLS.map((name) => known.get(name)));
pico.loadBootrom(rom);

// -- flash: bits fall when a page is programmed, and rise when a sector is erased --------------------------------------------------

function fromUf2(path) {
  const made = Buffer.alloc(FLASH_BYTES, 0xff);
  const file = fs.readFileSync(path);
  for (let at = 0; at + 512 <= file.length; at += 512) {
    if (file.readUInt32LE(at) !== 0x0a324655 || file.readUInt32LE(at + 4) !== 0x9e5d5157) {
      throw new Error(`${path}: this is no UF2`);
    }
    const size = file.readUInt32LE(at + 16), to = file.readUInt32LE(at + 12) - 0x10000000;
    if (to >= 0 && to + size <= FLASH_BYTES) file.copy(made, to, at + 32, at + 32 + size);
  }
  return made;
}

if (!fs.existsSync(settings.flash)) fs.writeFileSync(settings.flash, fromUf2(settings.image));
pico.flash.set(fs.readFileSync(settings.flash));
const chip = fs.openSync(settings.flash, 'r+');
let operations = 0;
let seed = settings.seed ?? 1;
const chance = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16 & 0xff;

function operate(what, at, size, content) {
  operations += 1;
  const torn = operations === settings.cut;
  for (let n = 0; n < size; n += 1) {
    // A cut in the middle leaves some of the bits as they were.
    pico.flash[at + n] = torn ? content(n) ^ ((content(n) ^ pico.flash[at + n]) & chance()) : content(n);
  }
  fs.writeSync(chip, pico.flash, at, size, at);
  say({ flash: what, sector: Math.floor(at / SECTOR), torn });
  if (torn) process.exit(CUT_STATUS);
}

function erase(at, size) {
  for (let done = 0; done < size; done += SECTOR) {
    operate('erase', at + done, SECTOR, () => 0xff);
    clock.tick(ERASE_NS);
  }
}

function program(at, from, size) {
  const data = Array.from({ length: size }, (_, n) => pico.readUint8(from + n));
  for (let done = 0; done < size; done += PAGE) {
    const before = pico.flash.slice(at + done, at + done + PAGE);
    operate('program', at + done, PAGE, (n) => before[n] & data[done + n]);
    clock.tick(PROGRAM_NS);
  }
}

pico.onBreak = (number) => {
  const { registers } = pico.core;
  if (CALLS[number] === 'RE') erase(registers[0], registers[1]);
  if (CALLS[number] === 'RP') program(registers[0], registers[1], registers[2]);
  pico.core.PC = registers[14] & ~1;
};

// -- hoppers: while the motor feeds, a token comes through the barrier at each pocket ---------------------------------------------

function hopper([forward, backward, barrier], number) {
  const eye = pico.gpio[barrier];
  const feeds = () =>
    pico.gpio[forward].value === GPIOPinState.High && (backward < 0 || pico.gpio[backward].value !== GPIOPinState.High);
  let turns = false;
  const light = clock.createAlarm(() => {
    eye.setInputValue(false);
    say({ token: number });
    if (turns) dark.schedule(TOKEN_EVERY_NS - DARK_NS);
  });
  const dark = clock.createAlarm(() => {
    eye.setInputValue(true);
    light.schedule(DARK_NS);
  });
  const moved = () => {
    if (feeds() === turns) return;
    turns = !turns;
    if (turns) dark.schedule(TOKEN_EVERY_NS);
    else dark.cancel(); // a token that is in the barrier falls
  };
  eye.setInputValue(false);
  pico.gpio[forward].addListener(moved);
  if (backward >= 0) pico.gpio[backward].addListener(moved);
}

settings.hoppers.forEach(hopper);

// -- cable ---------------------------------------------------------------------------------------------------------------------------

const cable = new USBCDC(pico.usbCtrl);
const waiting = [];
cable.onSerialData = (bytes) => fs.writeSync(1, bytes);
cable.onDeviceConnected = () => say({ usb: 'connected' });
process.stdin.on('data', (data) => waiting.push(...data));
process.stdin.on('end', () => process.exit(0));

// -- time: never ahead of the world's -------------------------------------------------------------------------------------------------

const began_ns = process.hrtime.bigint();
const times = fs.openSync(settings.clock, 'r+');
const seconds = new Float64Array(1);
fs.readSync(times, seconds, 0, 8, 0);
const earlier_s = seconds[0];
pico.core.PC = 0x10000000;

function slice() {
  while (waiting.length > 0 && !cable.txFIFO.full) cable.sendSerialByte(waiting.shift());
  for (let cycles = 0; cycles < SLICE_CYCLES; ) {
    if (pico.core.waiting) {
      const next_ns = Math.max(Math.min(clock.nanosToNextAlarm || 1e6, 1e6), CYCLE_NS);
      clock.tick(next_ns);
      cycles += next_ns / CYCLE_NS;
    } else {
      const took = pico.core.executeInstruction();
      clock.tick(took * CYCLE_NS);
      cycles += took;
    }
  }
  seconds[0] = earlier_s + clock.nanos / 1e9;
  fs.writeSync(times, seconds, 0, 8, 0);
  const ahead_ms = clock.nanos / 1e6 - Number(process.hrtime.bigint() - began_ns) / 1e6;
  setTimeout(slice, Math.max(ahead_ms, 0));
}

slice();
