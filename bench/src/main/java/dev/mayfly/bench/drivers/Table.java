package dev.mayfly.bench.drivers;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The lines of the answer. */
final class Table {
    private static final String FORMAT = "%-36s %3s  %10s %8s %8s   %-18s %10s %8s %8s   %6s %6s   %s";

    private static final String NONE = "-";

    static final String HEAD = String.format(
            Locale.ROOT,
            FORMAT,
            "scenario",
            "thr",
            "ours/s",
            "us",
            "p99 us",
            "rival",
            "its/s",
            "us",
            "p99 us",
            "rate",
            "cpu",
            "goal");

    private Table() {}

    /** @param rival its name, or null where ours was measured alone */
    static String line(String name, int threads, Goal goal, @Nullable String rival, Pairing.Result result) {
        Figure ours = result.ours();
        Figure its = result.rivals();
        double rate = its == null ? 0 : ours.rate() / its.rate();
        double cpu = its == null ? 0 : ours.cpuMicros() / its.cpuMicros();
        return String.format(
                Locale.ROOT,
                FORMAT,
                name,
                threads,
                whole(ours.rate()),
                tenth(ours.cpuMicros()),
                whole(ours.p99Micros()),
                rival == null ? NONE : rival,
                its == null ? NONE : whole(its.rate()),
                its == null ? NONE : tenth(its.cpuMicros()),
                its == null ? NONE : whole(its.p99Micros()),
                its == null ? NONE : hundredth(rate),
                its == null ? NONE : hundredth(cpu),
                its == null ? "" : verdict(goal, rate, cpu));
    }

    private static String verdict(Goal goal, double rate, double cpu) {
        if (goal.equals(Goal.NONE)) {
            return "";
        }
        String wanted = "rate >= " + goal.rate() + (goal.cpu() == 0 ? "" : ", cpu <= " + goal.cpu());
        return wanted + (goal.isReached(rate, cpu) ? ": reached" : ": MISSED");
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String tenth(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String hundredth(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
