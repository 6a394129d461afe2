package dev.mayfly.face.mongo.session;

import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.run.OperationContext;
import java.time.Duration;

/** A cursor that is kept for its client, and the command that uses it now. The lock of {@link MongoCursors} guards it. */
final class CursorEntry {
    private final CursorOwner owner;
    private final String namespace;
    private final boolean isTimeless;
    private OpenCursor cursor;
    private OperationContext.Rest rest;

    /** The memory that the cursor holds; while it is taken, the command that uses it has this memory. */
    private RequestMemory memory;

    private OperationContext user;
    private long lastUsed;
    private boolean isTaken;
    private boolean isKilled;

    /** @param opener the command that has opened it, which leaves its memory and its state to it */
    CursorEntry(
            CursorOwner owner,
            String namespace,
            OpenCursor cursor,
            boolean isTimeless,
            OperationContext opener,
            long now) {
        this.owner = owner;
        this.namespace = namespace;
        this.cursor = cursor;
        this.isTimeless = isTimeless;
        this.rest = opener.rest();
        this.memory = opener.leaveMemory();
        this.user = opener;
        this.lastUsed = now;
    }

    CursorOwner owner() {
        return owner;
    }

    OpenCursor cursor() {
        return cursor;
    }

    /** Returns the state left by the commands before this one. */
    OperationContext.Rest rest() {
        return rest;
    }

    boolean isOver(String wanted) {
        return namespace.equals(wanted);
    }

    boolean isOf(SessionId session) {
        return owner.session().filter(session::equals).isPresent();
    }

    boolean isTaken() {
        return isTaken;
    }

    boolean isKilled() {
        return isKilled;
    }

    void take(OperationContext command) {
        isTaken = true;
        user = command;
        command.takeOver(memory);
    }

    void giveBack(OperationContext command, long now) {
        rest = command.rest();
        memory = command.leaveMemory();
        isTaken = false;
        lastUsed = now;
    }

    /** Marks the cursor as killed, and ends the command that uses it; returns true if none does and it is to be closed. */
    boolean kill() {
        isKilled = true;
        if (isTaken) {
            user.kill(OperationContext.Reason.CURSOR_KILLED);
        }
        return !isTaken;
    }

    /** Lets a command that uses the cursor go on, and closes the cursor when it is given back. */
    void killAfterUse() {
        isKilled = true;
    }

    /** Lets the next command be told why there is nothing more; returns what is to be closed. */
    OpenCursor end(CommandError reason) {
        OpenCursor ended = cursor;
        cursor = new EndedCursor(reason);
        memory.close();
        return ended;
    }

    /** Closes a cursor that no command uses. */
    void close() {
        cursor.close();
        memory.close();
    }

    MongoCursors.Idle idle(long id, long now) {
        return new MongoCursors.Idle(
                id,
                owner,
                namespace,
                rest.command(),
                Duration.ofNanos(Math.max(0, now - lastUsed)),
                isTimeless,
                cursor.awaitsData());
    }

    boolean isTimedOut(long now) {
        return !isTaken && !isTimeless && now - lastUsed > MongoCursors.IDLE_TIMEOUT.toNanos();
    }

    /** @throws CommandError unless the client that asks for more may have it */
    void check(long id, CursorOwner asking, String asked) {
        if (!namespace.equals(asked)) {
            throw new CommandError(
                    MongoCode.UNAUTHORIZED,
                    "Requested getMore on namespace '" + asked + "', but cursor belongs to a different namespace "
                            + namespace);
        }
        if (!owner.user().equals(asking.user())) {
            throw new CommandError(
                    MongoCode.UNAUTHORIZED, "cursor id " + id + " was not created by the authenticated user");
        }
        if (!owner.session().equals(asking.session())) {
            throw new CommandError(
                    50738, "Cannot run getMore on cursor " + id + ", which was created in another session");
        }
        checkTransaction(id, asking);
    }

    private void checkTransaction(long id, CursorOwner asking) {
        if (owner.transaction() == asking.transaction()) {
            return;
        }
        if (owner.transaction() == CursorOwner.NO_TRANSACTION) {
            throw new CommandError(
                    50740, "Cannot run getMore on cursor " + id + ", which was not created in a transaction");
        }
        throw new CommandError(
                50741,
                "Cannot run getMore on cursor " + id + ", which was created in transaction " + owner.transaction()
                        + ", outside of it");
    }

    /** Stands for a cursor whose collection is gone. */
    private record EndedCursor(CommandError reason) implements OpenCursor {
        @Override
        public Batch next(int maxDocs, int maxBytes) {
            throw reason;
        }

        @Override
        public void close() {}
    }
}
