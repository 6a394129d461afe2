package dev.mayfly.base.script;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread of one interpreter, and its talk with the thread of the request. Only one of the two runs at a time.
 */
final class GuestThread {
    /*
     * A script has a thread of its own for two reasons. Its bound on time is kept by an interruption, which the compiled
     * interpreter looks for at every call and at every jump back, and an interruption must never reach a thread that may be
     * writing to the store. And a script that recurses until the stack is used up must find nothing but itself on it.
     */
    private static final long STACK_BYTES = 16L << 20;

    /** One signal at most is under way in either direction; the second place is for the end of a thread that was left. */
    private static final int SIGNALS_MAX = 2;

    private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(SIGNALS_MAX);
    private final BlockingQueue<GuestSignal> signals = new ArrayBlockingQueue<>(SIGNALS_MAX);
    private final Thread thread;

    /** @param body runs the interpreter, with this as what it talks to */
    GuestThread(Consumer<GuestThread> body) {
        this.thread = new Thread(null, () -> run(body), "script", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Consumer<GuestThread> body) {
        Throwable cause;
        try {
            body.accept(this);
            cause = new IllegalStateException("the interpreter returned");
        } catch (Throwable end) {
            // Whatever it was, the interpreter is not used again, and whoever waits for it must know.
            cause = end;
        }
        signals.clear();
        signals.add(new GuestSignal.Ended(cause));
    }

    /** Tells the host something and waits for its answer. Called by the interpreter. */
    String ask(GuestSignal signal) {
        try {
            signals.put(signal);
            return answers.take();
        } catch (InterruptedException _) {
            throw new IllegalStateException("the host has ended the interpreter");
        }
    }

    /** Gives the interpreter what it waits for. */
    void answer(String text) {
        answers.add(text);
    }

    /** Waits for what the interpreter says next; null if it has said nothing within this time. */
    @Nullable
    GuestSignal await(long nanos) {
        try {
            return signals.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new GuestSignal.Ended(new IllegalStateException("the request was interrupted"));
        }
    }

    /** Ends the interpreter wherever it is. */
    void end() {
        thread.interrupt();
    }

    /** Waits for its thread to end, after it was ended. */
    void join() throws InterruptedException {
        thread.join();
    }
}
