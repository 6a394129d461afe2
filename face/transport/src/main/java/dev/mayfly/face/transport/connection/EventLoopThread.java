package dev.mayfly.face.transport.connection;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import org.jspecify.annotations.Nullable;

/** A thread of the event loops, which knows the request that it carries out. */
public final class EventLoopThread extends FastThreadLocalThread {
    private @Nullable Request request;

    private EventLoopThread(ThreadGroup group, Runnable task, String name) {
        super(group, task, name);
    }

    public static DefaultThreadFactory factory(String prefix) {
        return new DefaultThreadFactory(prefix, true) {
            @Override
            protected Thread newThread(Runnable task, String name) {
                return new EventLoopThread(threadGroup, task, name);
            }
        };
    }

    /** Says what the current thread carries out, or with null that it has ended. */
    static void setCurrentRequest(@Nullable Request running) {
        if (Thread.currentThread() instanceof EventLoopThread loop) {
            loop.request = running;
        }
    }

    /**
     * Ends a request that is carried out on an event loop and has done nothing yet: it is begun again on a thread that may
     * wait. For whoever is about to hold much memory or to wait; does nothing on any other thread.
     */
    public static void leave() {
        if (Thread.currentThread() instanceof EventLoopThread loop
                && loop.request != null
                && loop.request.mayBeginAgain()) {
            throw new EventLoopLeftException();
        }
    }
}
