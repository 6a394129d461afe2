package dev.mayfly.face.couchbase.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.StoreRequest.Mode;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random operations agree with a small model of CAS, locks and expiry, whatever was swept meanwhile. */
final class DocumentsProperties {
    private static final int RUNS = 30;
    private static final int STEPS = 250;
    private static final int KEYS = 3;

    /** A document as the model has it. */
    private record Modelled(String body, long cas, long rev, long expiry, long lockedUntilMillis) {
        boolean isLive(long nowMillis) {
            return expiry == 0 || expiry >= nowMillis / 1_000;
        }
    }

    /** One run: the documents and their model, side by side. */
    private static final class Run implements AutoCloseable {
        private final RandomGenerator random;
        private final String seed;
        private final DocumentsFixture fixture = new DocumentsFixture();
        private final BucketCollection in = fixture.collection();
        private final Map<DocumentKey, Modelled> model = new HashMap<>();
        private long limit;
        private long elapsed;

        Run(long seed, RandomGenerator random) {
            this.random = random;
            this.seed = "seed " + seed;
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                DocumentKey key = new DocumentKey(new byte[] {(byte) random.nextInt(KEYS)});
                switch (random.nextInt(10)) {
                    case 0, 1, 2 -> store(key);
                    case 3 -> remove(key);
                    case 4 -> touch(key);
                    case 5 -> lock(key);
                    case 6 -> unlock(key);
                    case 7 -> limit();
                    default -> advance();
                }
                check(key);
            }
        }

        private long now() {
            return fixture.buckets.clock().wallMillis();
        }

        private @Nullable Modelled live(DocumentKey key) {
            Modelled found = model.get(key);
            return found != null && found.isLive(now()) ? found : null;
        }

        private boolean isLocked(Modelled document) {
            return document.lockedUntilMillis > elapsed;
        }

        private long someCas(@Nullable Modelled current) {
            int choice = random.nextInt(4);
            return choice == 0 ? 12345 : choice == 1 && current != null ? current.cas : 0;
        }

        private long someExpiry() {
            return switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> now() / 1_000 + random.nextInt(60) - 20;
                default -> 1 + random.nextInt(40);
            };
        }

        /** Returns the deadline that the rules make of a request's expiry. */
        private long stored(long field) {
            long seconds = now() / 1_000;
            long instant = field == 0 || field > 2_592_000 ? field : seconds + field;
            return limit > 0 && (instant == 0 || instant > seconds + limit) ? seconds + limit : instant;
        }

        private void store(DocumentKey key) {
            Modelled current = live(key);
            Mode mode = Mode.values()[random.nextInt(3)];
            ExpiryRule rule = random.nextInt(3) == 0 ? ExpiryRule.PRESERVED : ExpiryRule.REQUESTED;
            long cas = mode == Mode.ADD ? 0 : someCas(current);
            long field = someExpiry();
            String body = "\"" + random.nextInt(1_000) + "\"";
            Refusal expected = obstacle(current, cas, mode);
            StoreRequest request = new StoreRequest(mode, body.getBytes(StandardCharsets.UTF_8), 0, field, rule);
            DocumentOutcome outcome = fixture.documents.write(in, key, new WriteTerms(cas, false), request);
            if (agrees(expected, outcome)) {
                long expiry = current != null && rule == ExpiryRule.PRESERVED ? current.expiry : stored(field);
                model.put(key, new Modelled(body, DocumentsFixture.cas(outcome), nextRev(key), expiry, 0));
            }
        }

        private @Nullable Refusal obstacle(@Nullable Modelled current, long cas, Mode mode) {
            if (current == null) {
                return cas != 0 || mode == Mode.REPLACE ? Refusal.NOT_FOUND : null;
            }
            if (mode == Mode.ADD) {
                return Refusal.EXISTS;
            }
            return denied(current, cas);
        }

        private @Nullable Refusal denied(Modelled current, long cas) {
            if (cas == current.cas) {
                return null;
            }
            return isLocked(current) ? Refusal.LOCKED : cas == 0 ? null : Refusal.EXISTS;
        }

        /** Deleted and expired documents have been written once more when they went. */
        private long nextRev(DocumentKey key) {
            Modelled last = model.get(key);
            return last == null ? 1 : last.rev + (last.isLive(now()) ? 1 : 2);
        }

        private boolean agrees(@Nullable Refusal expected, DocumentOutcome outcome) {
            if (expected != null) {
                assertEquals(DocumentsFixture.refused(expected), outcome, seed);
            }
            return expected == null;
        }

        private void remove(DocumentKey key) {
            Modelled current = live(key);
            long cas = someCas(current);
            Refusal expected = current == null ? Refusal.NOT_FOUND : denied(current, cas);
            DocumentOutcome outcome = fixture.documents.remove(in, key, new WriteTerms(cas, false));
            if (agrees(expected, outcome) && current != null) {
                DocumentsFixture.cas(outcome);
                // As one whose expiry has passed: it is gone, and its revision goes on from there.
                model.put(key, new Modelled("", 0, current.rev, 1, 0));
            }
        }

        private void touch(DocumentKey key) {
            Modelled current = live(key);
            long field = someExpiry();
            Refusal expected = current == null ? Refusal.NOT_FOUND : denied(current, 0);
            DocumentOutcome outcome = fixture.documents.touch(in, key, WriteTerms.PLAIN, field);
            if (agrees(expected, outcome) && current != null && stored(field) != current.expiry) {
                long cas = DocumentsFixture.cas(outcome);
                model.put(key, new Modelled(current.body, cas, current.rev + 1, stored(field), 0));
            }
        }

        private void lock(DocumentKey key) {
            Modelled current = live(key);
            int seconds = 1 + random.nextInt(30);
            DocumentOutcome outcome = fixture.documents.lock(in, key, seconds);
            Refusal expected = current == null ? Refusal.NOT_FOUND : isLocked(current) ? Refusal.LOCKED_FOR_NOW : null;
            if (agrees(expected, outcome) && current != null) {
                long until = elapsed + seconds * 1_000L;
                long cas = DocumentsFixture.cas(outcome);
                model.put(key, new Modelled(current.body, cas, current.rev, current.expiry, until));
            }
        }

        private void unlock(DocumentKey key) {
            Modelled current = live(key);
            long cas = random.nextInt(3) == 0 || current == null ? 77 : current.cas;
            Refusal outcome = fixture.documents.unlock(in, key, cas);
            if (current == null) {
                assertEquals(Refusal.NOT_FOUND, outcome, seed);
            } else if (!isLocked(current)) {
                assertEquals(Refusal.NOT_LOCKED, outcome, seed);
            } else if (cas != current.cas) {
                assertEquals(Refusal.LOCKED, outcome, seed);
            } else {
                assertEquals(null, outcome, seed);
                model.put(key, new Modelled(current.body, cas, current.rev, current.expiry, 0));
            }
        }

        private void limit() {
            limit = random.nextInt(3) == 0 ? 1 + random.nextInt(30) : 0;
            fixture.bucketMaxTtl((int) limit);
        }

        private void advance() {
            int millis = random.nextInt(8_000);
            elapsed += millis;
            fixture.advance(millis);
        }

        private void check(DocumentKey key) {
            Modelled expected = live(key);
            Document found = fixture.documents.get(in, key);
            assertEquals(expected == null, found == null, seed);
            if (expected != null && found != null) {
                assertEquals(expected.body, new String(found.body(), StandardCharsets.UTF_8), seed);
                assertEquals(expected.cas, DocumentMeta.cas(found), seed);
                assertEquals(expected.rev, DocumentMeta.rev(found), seed);
                assertEquals(expected.expiry, DocumentMeta.expiry(found), seed);
                assertEquals(isLocked(expected), fixture.documents.isLocked(found), seed);
            }
        }

        @Override
        public void close() {
            fixture.close();
        }
    }

    @Test
    void randomOperationsAgreeWithTheModel() {
        Seeds.run(RUNS, (seed, random) -> {
            try (Run run = new Run(seed, random)) {
                run.run();
            }
        });
    }
}
