package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The result so far of a command of several writes. */
public final class WriteReport {
    /** A statement that was not carried out, and why. */
    public record Failed(int index, WriteFailure failure) {}

    private final boolean ordered;
    private final List<Failed> failed = new ArrayList<>(0);
    private long count;
    private boolean stopped;

    /** @param ordered whether nothing is done behind the first failure */
    public WriteReport(boolean ordered) {
        this.ordered = ordered;
    }

    public boolean isOrdered() {
        return ordered;
    }

    /** Returns whether the remaining statements must be skipped. */
    public boolean isStopped() {
        return stopped;
    }

    public List<Failed> failures() {
        return List.copyOf(failed);
    }

    /** Returns the number of statements that were carried out or failed. */
    public int attempted(int first, int statements) {
        if (!stopped) {
            return statements;
        }
        int last = failed.stream().mapToInt(Failed::index).max().orElse(first);
        return last - first + 1;
    }

    Optional<WriteFailure> firstFailure() {
        return failed.stream().map(Failed::failure).findFirst();
    }

    public void add(long documents) {
        count += documents;
    }

    public void fail(int index, WriteFailure failure) {
        failed.add(new Failed(index, failure));
        stopped |= ordered;
    }

    /** Carries out one statement; what refuses it is what becomes of it, but the end of the run is the end of all. */
    public void attempt(int index, Runnable statement) {
        OperationContext.current().check();
        try {
            statement.run();
        } catch (OperationContext.Ended e) {
            throw e;
        } catch (WriteFailedException e) {
            fail(index, e.failure());
        } catch (CommandError e) {
            fail(index, WriteFailure.of(e));
        } catch (QueryException e) {
            fail(index, WriteFailure.of(e));
        } catch (EngineException e) {
            if (MongoErrors.isOfTransaction(e.error())) {
                throw e;
            }
            fail(index, WriteFailure.of(e));
            if (!Writes.isAboutDocument(e.error())) {
                stop();
            }
        }
    }

    /** Nothing that is left can succeed either. */
    private void stop() {
        stopped = true;
    }

    public void appendCount(BsonBuilder reply) {
        appendNumber(reply, "n", count);
    }

    /** As a 32-bit number where it is one. */
    public static void appendNumber(BsonBuilder reply, String name, long number) {
        if (number <= Integer.MAX_VALUE) {
            reply.int32(name, (int) number);
        } else {
            reply.int64(name, number);
        }
    }

    public void appendErrors(BsonBuilder reply) {
        if (!failed.isEmpty()) {
            reply.startArray("writeErrors");
            failed.forEach(one -> one.failure.appendTo(reply, one.index));
            reply.end();
        }
    }
}
