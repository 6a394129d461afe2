package dev.mayfly.base.script;

import java.util.concurrent.TimeUnit;

/**
 * One interpreter while a request uses it: what a script leaves behind in it is there for the next call of the same run, and
 * for nobody else. Used by one thread.
 */
public final class ScriptRun implements AutoCloseable {
    /** So often the request looks whether it may still wait. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Before an interpreter is ready it runs no script, and a busy machine may take its time. */
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** The answer to a script that has slept; an interpreter takes none that is empty. */
    private static final String AWAKE = "awake";

    private final ScriptSandbox sandbox;
    private final ScriptHost host;
    private final ScriptWatch watch;
    private final Interpreter interpreter;
    private final GuestThread guest;
    private long counted;
    private boolean isOver;
    private boolean isClosed;

    ScriptRun(ScriptSandbox sandbox, InterpreterImage image, ScriptHost host, ScriptWatch watch) {
        this.sandbox = sandbox;
        this.host = host;
        this.watch = watch;
        this.interpreter = image.copy(sandbox.bounds().memoryBytes(), sandbox.wallMillis());
        this.guest = new GuestThread(thread -> interpreter.evaluate(image.start(), thread));
        boolean isReady = false;
        try {
            await(new CallLimits(START_NANOS, 1));
            isReady = true;
        } finally {
            if (!isReady) {
                // The turn goes back to the sandbox by the one who took it.
                guest.end();
                sandbox.countEnd();
            }
        }
    }

    /** What one call may still use. */
    private static final class CallLimits {
        private long nanosLeft;
        private int hostCallsLeft;

        CallLimits(long nanos, int hostCalls) {
            this.nanosLeft = nanos;
            this.hostCallsLeft = hostCalls;
        }

        static CallLimits of(ScriptBounds bounds) {
            return new CallLimits(TimeUnit.MILLISECONDS.toNanos(bounds.callMillis()), bounds.hostCalls());
        }
    }

    /**
     * Calls an entry of the library.
     *
     * @throws ScriptException if the script threw, after which the run goes on, or broke a bound, after which it does not
     * @throws RuntimeException what a host function or the watch threw; the run has ended
     */
    public String call(String entry, String argument) {
        if (isOver) {
            throw new IllegalStateException("the run has ended");
        }
        sandbox.called();
        boolean goesOn = false;
        try {
            guest.answer(entry + '\n' + argument);
            String result = result(CallLimits.of(sandbox.bounds()));
            goesOn = true;
            return result;
        } catch (ScriptException failure) {
            goesOn = failure.kind() == ScriptException.Kind.THROWN;
            throw failure;
        } finally {
            if (!goesOn) {
                end();
            }
        }
    }

    private String result(CallLimits limits) {
        while (true) {
            switch (await(limits)) {
                case GuestSignal.Done(String result) -> {
                    return result;
                }
                case GuestSignal.Thrown(String failure) -> throw ThrownText.read(failure);
                case GuestSignal.Call(String name, String argument)
                when name.equals(ScriptHost.SLEEP) -> {
                    sleep(argument, limits);
                    guest.answer(AWAKE);
                }
                case GuestSignal.Call(String name, String argument) -> {
                    if (limits.hostCallsLeft-- == 0) {
                        throw new ScriptException(
                                ScriptException.Kind.HOST_CALLS, "The script has asked the server too often.");
                    }
                    guest.answer(host.call(name, argument));
                }
                case GuestSignal.Ready _ ->
                    throw new ScriptException(ScriptException.Kind.PROTOCOL, "an interpreter began again");
                case GuestSignal.Ended(Throwable cause) -> throw reasonOf(cause);
            }
        }
    }

    /** Lets a script wait, which counts as if it computed. */
    private void sleep(String argument, CallLimits limits) {
        long left = sleepNanos(argument);
        while (left > 0) {
            long part = Math.min(Math.min(LOOK_NANOS, left), limits.nanosLeft);
            GuestSignal signal = guest.await(part);
            if (signal instanceof GuestSignal.Ended(Throwable cause)) {
                throw reasonOf(cause);
            }
            left -= part;
            limits.nanosLeft -= part;
            if (limits.nanosLeft <= 0) {
                throw tooLong();
            }
            watch.check();
        }
    }

    private static long sleepNanos(String millis) {
        try {
            return (long) (Double.parseDouble(millis) * TimeUnit.MILLISECONDS.toNanos(1));
        } catch (NumberFormatException _) {
            throw ScriptException.ofProtocol("a time to sleep that is no number");
        }
    }

    private static ScriptException tooLong() {
        return new ScriptException(ScriptException.Kind.TIME, "The script has run for too long.");
    }

    private GuestSignal await(CallLimits limits) {
        while (true) {
            long before = sandbox.machine().tickNanos();
            GuestSignal signal = guest.await(Math.min(LOOK_NANOS, limits.nanosLeft));
            count();
            if (signal != null) {
                limits.nanosLeft -= sandbox.machine().tickNanos() - before;
                return signal;
            }
            limits.nanosLeft -= Math.max(1, sandbox.machine().tickNanos() - before);
            if (limits.nanosLeft <= 0) {
                throw tooLong();
            }
            watch.check();
        }
    }

    /** An interpreter ends by itself if it cannot have what it needs, and does not say what that was. */
    private static ScriptException reasonOf(Throwable cause) {
        return cause instanceof IllegalStateException
                ? new ScriptException(ScriptException.Kind.PROTOCOL, cause.getMessage())
                : new ScriptException(ScriptException.Kind.MEMORY, "The script has used up its memory or its stack.");
    }

    private void count() {
        long held = interpreter.memoryBytes();
        if (held > counted) {
            long more = held - counted;
            counted = held;
            watch.grown(more);
        }
    }

    /** Returns true if no call is possible any more. */
    public boolean isOver() {
        return isOver;
    }

    /** Waits until nothing of it is left. */
    void awaitEnd() throws InterruptedException {
        guest.join();
    }

    private void end() {
        if (!isOver) {
            isOver = true;
            sandbox.countEnd();
        }
        close();
    }

    @Override
    public void close() {
        isOver = true;
        if (!isClosed) {
            isClosed = true;
            guest.end();
            sandbox.giveBackTurn();
        }
    }
}
