package dev.mayfly.app.console.transfer;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.api.LineDocument;
import dev.mayfly.store.api.Durability;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Writes lines into one collection. Used once, by one thread. */
public final class Import {
    private static final int BATCH = 500;
    private static final int FAILURES_MAX = 100;

    /** The name of the hold on a collection that is imported under a hold. */
    public static final String HOLD = "import";

    /** The treatment of the time that has passed since the export. */
    public enum Expiry {
        /**
         * Keeps the deadlines: a document that has expired meanwhile is hidden from the first moment on, and swept.
         */
        KEEP,
        /** The same, but the collection is held by {@link #HOLD}: nothing is destroyed until that is released. */
        HOLD,
        /** Every document lives as much longer as has passed. */
        SHIFT,
        /** Does not write expired documents at all. */
        DROP
    }

    /**
     * The terms of an import.
     *
     * @param exportedAt the instant when the lines were written; {@link Decision.Put#NOW} if only their head tells
     * @param replaces whether existing documents are replaced, not kept
     * @param plain whether each line is a document itself, not one of an export
     */
    public record Terms(Expiry expiry, long exportedAt, boolean replaces, boolean plain) {}

    /** A line of which nothing came. */
    public record Failure(long line, @Nullable String id, String reason) {}

    /**
     * The result of an import.
     *
     * @param kept lines whose documents existed already
     * @param dropped lines whose documents had expired
     * @param expired documents that were written though they had expired
     * @param failures the first of those that failed
     */
    public record Outcome(
            long lines, long written, long kept, long dropped, long expired, long failed, List<Failure> failures) {
        /** This and what came of the next part of the same file. */
        public Outcome and(Outcome next) {
            List<Failure> all = new ArrayList<>(failures);
            for (Failure failure : next.failures) {
                if (all.size() < FAILURES_MAX) {
                    all.add(new Failure(lines + failure.line, failure.id, failure.reason));
                }
            }
            return new Outcome(
                    lines + next.lines,
                    written + next.written,
                    kept + next.kept,
                    dropped + next.dropped,
                    expired + next.expired,
                    failed + next.failed,
                    List.copyOf(all));
        }
    }

    private final Collection target;
    private final FaceTransfer face;
    private final Terms terms;
    private final List<Pending> pending = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private LongConsumer read = _ -> {};
    private long exportedAt;
    private boolean held;
    private long lines;
    private long written;
    private long kept;
    private long dropped;
    private long expired;
    private long failed;

    private record Pending(long line, @Nullable String id, WriteRequest request) {}

    public Import(Collection target, FaceTransfer face, Terms terms) {
        this.target = target;
        this.face = face;
        this.terms = terms;
        this.exportedAt = terms.exportedAt();
    }

    /** Returns the reason in words why an import with these terms is impossible; null if it is possible. */
    public @Nullable String obstacle() {
        boolean byField = target.record().policy().current().rules().stream().anyMatch(Rule.Field.class::isInstance);
        return terms.expiry() == Expiry.SHIFT && byField
                ? "documents here expire by dates of their own, which only their owner can shift; import with keep"
                : null;
    }

    /**
     * Writes every line of some text.
     *
     * @param written hears up to which byte all is written
     */
    public void run(byte[] text, LongConsumer written) {
        read = written;
        int from = 0;
        while (from < text.length) {
            int until = from;
            while (until < text.length && text[until] != '\n') {
                until++;
            }
            line(Arrays.copyOfRange(text, from, until));
            from = Math.min(until + 1, text.length);
            flushFull(from);
        }
        flush(from);
    }

    /**
     * Writes every document of a dump, one behind the other, each with its length in front.
     *
     * @param written hears up to which byte all is written
     * @throws IllegalArgumentException when the last is not whole; what came before it is written
     */
    public void runDump(byte[] documents, LongConsumer written) {
        read = written;
        int from = 0;
        while (from < documents.length) {
            int length = lengthAt(documents, from);
            lines++;
            try {
                byte[] document = Arrays.copyOfRange(documents, from, from + length);
                document(new LineDocument(null, document, false, null, Decision.Put.NOW, null));
            } catch (IllegalArgumentException wrong) {
                fail(lines, null, String.valueOf(wrong.getMessage()));
            }
            from += length;
            flushFull(from);
        }
        flush(from);
    }

    private int lengthAt(byte[] documents, int from) {
        int left = documents.length - from;
        int length = left < Integer.BYTES
                ? 0
                : ByteBuffer.wrap(documents).order(ByteOrder.LITTLE_ENDIAN).getInt(from);
        if (length <= Integer.BYTES || length > left) {
            flush(from);
            throw new IllegalArgumentException("document " + (lines + 1) + ", at byte " + from + ", is not whole");
        }
        return length;
    }

    /** Returns the result so far. */
    public Outcome outcome() {
        return new Outcome(lines, written, kept, dropped, expired, failed, List.copyOf(failures));
    }

    private void line(byte[] line) {
        lines++;
        if (isBlank(line)) {
            return;
        }
        String id = null;
        try {
            switch (terms.plain() ? LineReader.plain(line) : LineReader.read(line)) {
                case LineReader.Line.Head head -> exportedAt = head.at();
                case LineReader.Line.End _ -> {}
                case LineReader.Line.OfDocument(LineDocument document) -> {
                    id = document.id();
                    document(document);
                }
            }
        } catch (IllegalArgumentException wrong) {
            fail(lines, id, String.valueOf(wrong.getMessage()));
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte each : line) {
            if (each != ' ' && each != '\r' && each != '\t') {
                return false;
            }
        }
        return true;
    }

    private void document(LineDocument line) {
        FaceTransfer.Arrival arrived = face.read(target, line);
        ReadView reading = target.reading();
        Decision.Put put = timed(arrived.put(), line.modified(), reading);
        boolean hidden = target.wouldHide(reading, arrived.key(), put);
        if (hidden && terms.expiry() == Expiry.DROP) {
            dropped++;
            return;
        }
        if (hidden) {
            hold();
            expired++;
        }
        // An expired document does not replace a live one.
        boolean replaces = terms.replaces() && !hidden;
        pending.add(new Pending(
                lines,
                line.id(),
                new WriteRequest(arrived.key(), (current, _) -> current == null || replaces ? put : Decision.KEEP)));
    }

    /** Before the first document is there that the sweeper would destroy. */
    private void hold() {
        boolean lacks = terms.expiry() == Expiry.HOLD && !held;
        if (lacks
                && target.hiddenDocuments().hold(HOLD, null, "documents were imported after they had expired")
                        == null) {
            throw new IllegalArgumentException("the collection has as many holds as it may have");
        }
        held |= lacks;
    }

    private Decision.Put timed(Decision.Put put, long modified, ReadView reading) {
        if (terms.expiry() != Expiry.SHIFT) {
            return put.writtenAt(modified);
        }
        if (exportedAt == Decision.Put.NOW) {
            throw new IllegalArgumentException(
                    "to shift, it must be known when it was exported; its first line says so");
        }
        long passed = Math.max(0, reading.now() - exportedAt);
        Decision.Put shifted = put.lifetime() instanceof Lifetime.Until(long end)
                ? new Decision.Put(put.body(), new Lifetime.Until(Deadlines.plus(end, passed)), put.face())
                : put;
        return shifted.writtenAt(modified == Decision.Put.NOW ? modified : Deadlines.plus(modified, passed));
    }

    private void flushFull(int until) {
        if (pending.size() >= BATCH) {
            flush(until);
        }
    }

    private void flush(int until) {
        List<WriteRequest> requests = pending.stream().map(Pending::request).toList();
        List<WriteOutcome> outcomes = target.writeAll(requests, false, Durability.LOGGED);
        for (int index = 0; index < outcomes.size(); index++) {
            count(pending.get(index), outcomes.get(index));
        }
        pending.clear();
        read.accept(until);
    }

    private void count(Pending line, WriteOutcome outcome) {
        switch (outcome) {
            case WriteOutcome.Stored _ -> written++;
            case WriteOutcome.Kept _ -> kept++;
            case WriteOutcome.DuplicateValue duplicate ->
                fail(line.line, line.id, "another document has its value in the index " + duplicate.index());
            case WriteOutcome.Removed _ -> throw new IllegalStateException("an import removes nothing");
        }
    }

    private void fail(long line, @Nullable String id, String reason) {
        failed++;
        if (failures.size() < FAILURES_MAX) {
            failures.add(new Failure(line, id, reason));
        }
    }
}
