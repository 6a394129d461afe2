package dev.mayfly.face.transport;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request of one connection, ready to run. It answers by writing to its connection: once, never or often. */
public interface Request {
    /** Whether it waits for nothing and ends soon, so that it may run on the event loop itself. */
    boolean isBounded();

    /** What kind of request it turned out to be: one of a few short words. Asked when it has run. */
    default String operation() {
        return "request";
    }

    /**
     * Who runs it together with others, or null to be run alone. Bounded requests that have arrived together and name the
     * same one are run by it, of whichever connections they are; those of a connection are run in their order.
     */
    default @Nullable Company company() {
        return null;
    }

    /** Runs several requests at once, and answers them in their order. What it throws costs all their connections. */
    interface Company {
        /** @param requests two at least, of any connections; one that is closed must not keep others from their answers */
        void run(List<Request> requests);
    }

    /**
     * Runs it. What it throws is logged and costs the connection, so expected failures are answers.
     *
     * @throws FrameRefusedException to close the connection quietly
     */
    void run();
}
