package dev.mayfly.base.script;

/** What an interpreter tells its host. */
sealed interface GuestSignal {
    /** It waits for its first task. */
    record Ready() implements GuestSignal {}

    /** It has carried out a task. */
    record Done(String result) implements GuestSignal {}

    /** A task threw. */
    record Thrown(String failure) implements GuestSignal {}

    /** It calls a host function. */
    record Call(String name, String argument) implements GuestSignal {}

    /** It has ended, and will not answer again. */
    record Ended(Throwable cause) implements GuestSignal {}

    /** Reads the words of the kernel. */
    static GuestSignal of(String kind, String name, String text) {
        return switch (kind) {
            case "ready" -> new Ready();
            case "done" -> new Done(text);
            case "thrown" -> new Thrown(text);
            case "call" -> new Call(name, text);
            default -> throw new IllegalStateException("no signal " + kind);
        };
    }
}
