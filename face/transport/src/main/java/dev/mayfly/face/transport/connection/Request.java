package dev.mayfly.face.transport.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request of one connection, ready to run. It answers by writing to its connection: once, never or often. */
public interface Request {
    /** Returns true if the request never waits and ends soon, so that it may run on the event loop itself. */
    boolean isBounded();

    /**
     * Returns whether a bounded request that was ended by an exception in the middle of its first read may be run once
     * more from its beginning.
     */
    default boolean mayBeginAgain() {
        return false;
    }

    /** Returns the kind of the request, one of a few short words. Called after it has run. */
    default String operation() {
        return "request";
    }

    /**
     * Returns the company that runs it together with other requests, or null to run it alone. Bounded requests that
     * have arrived together, on any connections, and name the same company are run by it; those of one connection are
     * run in their order.
     */
    default @Nullable Company company() {
        return null;
    }

    /**
     * Returns what the answer of a bounded request waits for, once {@link #run} has returned on the event loop; null if it is
     * given.
     */
    default @Nullable DelayedAnswer delayed() {
        return null;
    }

    /** An answer that waits for something, such as the disk, without a thread; no other request of its connection runs until it is given. */
    interface DelayedAnswer {
        /** @param ended is called once, on any thread, when there is nothing left to wait for */
        void begin(Runnable ended);

        /** Writes the answer; on the event loop. */
        void give();
    }

    /** Runs several requests at once, and answers them in their order. An exception closes all their connections. */
    interface Company {
        /** @param requests two at least, of any connections; one that is closed must not keep others from their answers */
        void run(List<Request> requests);
    }

    /**
     * Runs the request. An exception is logged and closes the connection, so expected failures are answers.
     *
     * @throws FrameRefusedException to close the connection quietly
     */
    void run();
}
