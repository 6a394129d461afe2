package dev.mayfly.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.mayfly.base.clock.SystemClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/**
 * Prints one line for a piece of work: its rate, and the processor time of an operation, which swings far less where
 * others share the machine. The first figure is the calling thread's; the second is the whole process's, which includes
 * compactions, collections of garbage, and compilation.
 */
final class Meter {
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Something to be measured. */
    @FunctionalInterface
    interface Work {
        void run() throws InterruptedException;
    }

    private Meter() {}

    static void measure(String what, long operations, Work work) throws InterruptedException {
        long process = MACHINE.getProcessCpuTime();
        long thread = THREADS.getCurrentThreadCpuTime();
        long wall = SystemClock.INSTANCE.tickNanos();
        work.run();
        double seconds = (SystemClock.INSTANCE.tickNanos() - wall) / 1e9;
        double threadMicros = (THREADS.getCurrentThreadCpuTime() - thread) / 1e3 / operations;
        double processMicros = (MACHINE.getProcessCpuTime() - process) / 1e3 / operations;
        say(
                "%-40s %,10.0f/s   thread %8.2f us   process %8.2f us   %8.3f s",
                what, operations / seconds, threadMicros, processMicros, seconds);
    }

    static void say(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
