package dev.mayfly.bench.drivers;

/**
 * A server in a process of its own, and a way to give it work.
 *
 * @param <W> what it can be asked for
 */
interface Target<W extends Work> extends AutoCloseable {
    String name();

    /** Processor time that the server has used until now, of all its threads and processes. */
    long serverCpuNanos();

    /** Makes what the work needs; whatever an earlier round left is gone. */
    void prepare(W work) throws Exception;

    /** A worker for one thread, which closes it. */
    Worker open(W work, int thread) throws Exception;

    @Override
    void close();

    /** Confined to one thread, but for its end. */
    interface Worker {
        void request() throws Exception;

        /**
         * When the request was sent whose answer {@link #request} has waited for, as a tick of the clock.
         *
         * @param before the tick of the answer before, which is when a worker of one connection has sent it
         */
        default long sentNanos(long before) {
            return before;
        }

        default void close() throws Exception {}
    }
}
