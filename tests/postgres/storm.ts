import { seededRandom } from '../support/random/seeded-random.ts';
import type { DecideFault, Fault } from './fault-proxy.ts';

/*
 * Faults by a seed. The first one of a schedule is a given fault at a given statement of an append, so that enough
 * schedules meet every fault at every statement; later ones are random.
 */
export class Storm {
  readonly decide: DecideFault = (text) => this.#decide(text);
  /** Faults by statement, with their counts. */
  readonly done = new Map<string, number>();
  readonly #random: () => number;
  readonly #rate: number;
  readonly #aimed: { fault: Fault; place: string };
  /** Commits until another process writes meanwhile; null for never. */
  #untilOvertaken: number | null;
  readonly #overtakes: Fault;
  #left: number;
  #isAimed = false;
  #isOver = true;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#rate = 0.02 + this.#random() * 0.2;
    this.#left = 1 + Math.floor(this.#random() * 8);
    const place = places[seed % places.length]?.name ?? '';
    const kind = kinds[Math.floor(seed / places.length) % kinds.length] ?? 'cut-before';
    this.#aimed = { fault: this.#faultOf(kind), place };
    // Every fifth, in turn with a commit that reached the server and one that did not.
    this.#untilOvertaken = seed % 5 === 3 ? 1 + (seed % 4) : null;
    this.#overtakes = { kind: seed % 2 === 1 ? 'overtake-after' : 'overtake-before' };
  }

  begin(): void {
    this.#isOver = false;
  }

  end(): void {
    this.#isOver = true;
  }

  #decide(text: string): Fault | null {
    if (this.#isOver) return null;
    const place = placeOf(text);
    if (this.#isOvertaken(place)) return this.#noted(this.#overtakes, place);
    if (this.#left === 0) return null;
    const isAimed = !this.#isAimed && place === this.#aimed.place;
    if (!isAimed && this.#random() > this.#rate) return null;
    if (isAimed) this.#isAimed = true;
    const kind = kinds[Math.floor(this.#random() * kinds.length)] ?? 'cut-before';
    const fault = isAimed ? this.#aimed.fault : this.#faultOf(kind);
    this.#left -= 1;
    return this.#noted(fault, place);
  }

  #isOvertaken(place: string): boolean {
    if (this.#untilOvertaken === null || place !== 'commit') return false;
    this.#untilOvertaken -= 1;
    if (this.#untilOvertaken > 0) return false;
    this.#untilOvertaken = null;
    return true;
  }

  #noted(fault: Fault, place: string): Fault {
    const name = `${fault.kind} at ${place}`;
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
    return fault;
  }

  #faultOf(kind: Fault['kind']): Fault {
    if (kind === 'delay' || kind === 'delay-answer') return { kind, ms: Math.floor(this.#random() * 400) };
    if (kind !== 'sqlstate') return { kind };
    return { kind, code: codes[Math.floor(this.#random() * codes.length)] ?? '57014' };
  }
}

const kinds: Fault['kind'][] = [
  'cut-before',
  'cut-middle',
  'cut-after',
  'cut-answer',
  'mute-before',
  'mute-after',
  'sqlstate',
  'delay',
  'delay-answer',
  'terminate',
  'cancel',
];

/** Lock and statement timeouts, cancels, deadlocks, lack of memory, ended sessions, a bug of the server. */
const codes = ['55P03', '57014', '40001', '40P01', '53200', '25P03', '25P04', '57P05', '57P01', '08006', 'XX000'];

const places: { name: string; match: RegExp }[] = [
  { name: 'commit', match: /^COMMIT/ },
  { name: 'begin', match: /^BEGIN/ },
  { name: 'write', match: /^WITH put_/ },
  { name: 'open', match: /^INSERT INTO thread_number/ },
  { name: 'read in the transaction', match: /FROM record WHERE|WITH RECURSIVE|FROM request|json_array_elements_text/ },
  { name: 'record', match: /^INSERT INTO (record|request)|^UPDATE log_head/ },
  { name: 'rollback', match: /^ROLLBACK/ },
  { name: 'connect', match: /set_config|pg_stat_activity|pg_try_advisory_lock|store_version|pg_settings/ },
];

function placeOf(text: string): string {
  return places.find(({ match }) => match.test(text))?.name ?? 'other';
}
