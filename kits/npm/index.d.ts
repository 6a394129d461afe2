export type Face = 'mongo' | 'cosmos' | 'couchbase' | 'admin';

export interface StartOptions {
  /** An unpacked release or a checkout; MAYFLY_HOME, or else the current folder, if not said. */
  home?: string;
  faces?: Face[];
  /** The instant at which the clock stands still at first, in ISO-8601; 'system' for the machine's own clock. */
  clock?: string;
  /** More options of `mayfly serve`, such as ['--max-expire', '1000']. */
  flags?: string[];
}

export interface Instant {
  iso: string;
  epochMillis: number;
}

export interface ExpiredEvent {
  kind: 'expired';
  face: Face;
  database: string;
  collection: string;
  key: string;
  reason: 'default' | 'document' | 'field' | 'property' | 'policy';
  rule: string;
  deadline: Instant;
  announcedAt: Instant;
}

export interface Explanation {
  collection: string;
  id: string;
  now: Instant;
  state: string;
  why: string;
  changes: string[];
  rule?: string;
  deadline?: Instant;
}

export interface Forecast {
  now: Instant;
  buckets: { from: Instant; documents: number }[];
  hidden: { documents: number };
  beyond: { documents: number };
  never: { documents: number };
}

export class Mayfly {
  readonly admin: string;
  static start(options?: StartOptions): Promise<Mayfly>;
  static at(admin: string): Mayfly;
  connectionString(face: Face): Promise<string>;
  now(): Promise<Date>;
  advance(duration: string): Promise<void>;
  advanceTo(instant: Date): Promise<void>;
  advanceToNextExpiry(): Promise<Date>;
  waitForExpiry(collection: string, id: string | number, options?: { timeoutMillis?: number }): Promise<Date>;
  events(collection?: string): Promise<ExpiredEvent[]>;
  explain(collection: string, id: string | number): Promise<Explanation>;
  forecast(collection: string, next?: string, bucket?: string): Promise<Forecast>;
  close(): Promise<void>;
}
