package dev.mayfly.bench.drivers;

import java.util.Locale;

/** The lines of the answer. */
final class Table {
    private static final String FORMAT = "%-36s %3s  %10s %8s   %-18s %10s %8s   %6s %6s   %s";

    static final String HEAD = String.format(
            Locale.ROOT, FORMAT, "scenario", "thr", "ours/s", "us", "rival", "its/s", "us", "rate", "cpu", "goal");

    private Table() {}

    static String line(Scenario scenario, String rival, Figure ours, Figure its) {
        return line(scenario.name(), scenario.threads(), scenario.goal(), rival, ours, its);
    }

    static String line(String name, int threads, Goal goal, String rival, Figure ours, Figure its) {
        double rate = ours.rate() / its.rate();
        double cpu = ours.cpuMicros() / its.cpuMicros();
        return String.format(
                Locale.ROOT,
                FORMAT,
                name,
                threads,
                whole(ours.rate()),
                tenth(ours.cpuMicros()),
                rival,
                whole(its.rate()),
                tenth(its.cpuMicros()),
                hundredth(rate),
                hundredth(cpu),
                verdict(goal, rate, cpu));
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
