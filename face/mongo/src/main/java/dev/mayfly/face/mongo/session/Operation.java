package dev.mayfly.face.mongo.session;

import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.wire.WireMessage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A command in progress. Created for every request, so all costly parts wait until they are requested. */
public final class Operation {
    private static final Set<String> WRITES = Set.of("insert", "update", "delete", "findAndModify");

    private final String command;
    private final String database;
    private final WireMessage message;
    private final boolean secret;
    private final long startedNanos;
    private final @Nullable OperationContext run;
    private volatile int id;

    /**
     * @param command its name, whatever the client's spelling
     * @param secret whether its content must not be shown
     * @param startedNanos by the clock of uptime
     * @param run the handle to end it, or null for an operation that soon ends by itself
     */
    public Operation(
            String command,
            String database,
            WireMessage message,
            boolean secret,
            long startedNanos,
            @Nullable OperationContext run) {
        this.command = command;
        this.database = database;
        this.message = message;
        this.secret = secret;
        this.startedNanos = startedNanos;
        this.run = run;
    }

    public String command() {
        return command;
    }

    public String database() {
        return database;
    }

    public WireMessage message() {
        return message;
    }

    /** Returns whether it is one of the commands that write documents. */
    boolean isWrite() {
        return WRITES.contains(command);
    }

    public boolean isSecret() {
        return secret;
    }

    public long startedNanos() {
        return startedNanos;
    }

    /** Ends it at its next document. */
    public void kill(OperationContext.Reason reason) {
        if (run != null) {
            run.kill(reason);
        }
    }

    public boolean isKilled() {
        return run != null && run.isKilled();
    }

    /** Returns the operation's number; 0 until it is first shown. */
    public int id() {
        return id;
    }

    void number(int given) {
        id = given;
    }
}
