package dev.mayfly.base.script;

import java.io.Serial;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A script that did not come to its end. */
public final class ScriptException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** The name that the interpreter gives the module of the kernel and the library. */
    private static final String KERNEL = "function.mjs";

    private final Kind kind;
    private final String stack;

    /** The reason for which a script ended. */
    public enum Kind {
        /** It threw, or cannot be read: the message is what it says of itself. The run goes on. */
        THROWN,
        /** It computed for too long. */
        TIME,
        /** It made too many calls of host functions. */
        HOST_CALLS,
        /** It needs more memory, or a deeper stack, than there is, and did not get over it. */
        MEMORY,
        /** It broke what the interpreter and its host agreed upon. */
        PROTOCOL,
        /** All interpreters are busy. */
        BUSY
    }

    ScriptException(Kind kind, @Nullable String message) {
        this(kind, message, "");
    }

    ScriptException(Kind kind, @Nullable String message, String stack) {
        super(message, null, false, false);
        this.kind = kind;
        this.stack = stack;
    }

    /** A script has made the library ask for something that there is not. */
    public static ScriptException ofProtocol(String message) {
        return new ScriptException(Kind.PROTOCOL, message);
    }

    /** Returns the places of a stack that are a script's own, not the kernel's. */
    public static String ownStack(String stack) {
        return stack.lines().takeWhile(line -> !line.contains(KERNEL)).collect(Collectors.joining("\n"));
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the places in the script, a line each; empty if they are not known. */
    public String stack() {
        return stack;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        return message == null ? "" : message;
    }
}
