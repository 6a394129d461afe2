package dev.mayfly.face.transport;

/** One request of one connection, ready to run. It answers by writing to its connection: once, never or often. */
public interface Request {
    /** Whether it waits for nothing and ends soon, so that it may run on the event loop itself. */
    boolean isBounded();

    /** What kind of request it turned out to be: one of a few short words. Asked when it has run. */
    default String operation() {
        return "request";
    }

    /**
     * Runs it. What it throws is logged and costs the connection, so expected failures are answers.
     *
     * @throws FrameRefusedException to close the connection quietly
     */
    void run();
}
