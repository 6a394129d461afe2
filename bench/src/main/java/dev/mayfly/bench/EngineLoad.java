package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import java.util.function.Function;

/**
 * Measures the engine on a store, without any face; one line for a figure. The modes are listed in {@code
 * bench/README.md}.
 *
 * <p>{@code EngineLoad MODE FOLDER|memory [DOCUMENTS]}
 */
public final class EngineLoad {
    private static final int DOCUMENTS = 1_000_000;

    private final String place;
    private final int documents;

    private EngineLoad(String place, int documents) {
        this.place = place;
        this.documents = documents;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int documents = arguments.length > 2 ? Integer.parseInt(arguments[2]) : DOCUMENTS;
        new EngineLoad(arguments[1], documents).run(arguments[0]);
    }

    private interface Mode {
        void run(Rig rig) throws InterruptedException;
    }

    private void run(String mode) throws InterruptedException {
        switch (mode) {
            case "rates" -> with(Rig::frozen, rig -> new Rates(rig, documents).run());
            case "rates-strewn" ->
                with(Rig::frozen, rig -> {
                    rig.strew();
                    new Rates(rig, documents).run();
                });
            case "rates-property" ->
                with(Rig::frozen, rig -> {
                    rig.limitProperty();
                    new Rates(rig, documents).run();
                });
            case "policy" -> with(Rig::frozen, rig -> new PolicyCost(rig, documents).run());
            case "forecast" -> with(Rig::frozen, rig -> new ForecastCost(rig, documents).run());
            case "forecast-again" -> with(Rig::frozen, rig -> new ForecastCost(rig, documents).again());
            case "first-page" -> with(Rig::frozen, rig -> new PolicyCost(rig, documents).firstPage());
            case "sweep" -> with(Rig::frozen, rig -> new SweepAlone(rig, documents).run());
            case "sweep-untold" -> with(Rig::untold, rig -> new SweepAlone(rig, documents).run());
            case "events" -> with(Rig::live, rig -> new EventDelivery(rig).run());
            case "sweep-beside" -> with(Rig::live, rig -> new SweepBeside(rig, documents).foreground());
            case "steady" -> with(Rig::live, rig -> new SweepBeside(rig, documents).steady());
            case "storm" -> with(Rig::live, rig -> new SweepBeside(rig, documents).storm());
            case "load" -> with(Rig::frozen, rig -> rig.load(0, documents));
            case "load-and-die" ->
                with(Rig::frozen, rig -> {
                    rig.load(0, documents);
                    Runtime.getRuntime().halt(1);
                });
            case "shards" -> new ShardWriters(place, documents).run();
            case "restart" -> restart();
            default -> throw new IllegalArgumentException("no such mode: " + mode);
        }
    }

    private void with(Function<String, Rig> kind, Mode mode) throws InterruptedException {
        try (Rig rig = kind.apply(place)) {
            mode.run(rig);
        }
    }

    /** Opens what another run has loaded. */
    private void restart() {
        long began = SystemClock.INSTANCE.tickNanos();
        try (Rig rig = Rig.frozen(place)) {
            boolean there = rig.isThere(0) && rig.isThere(rig.count() - 1);
            double seconds = (SystemClock.INSTANCE.tickNanos() - began) / 1e9;
            Meter.say("open with %,d documents, and read      %.3f s%s", rig.count(), seconds, there ? "" : ", WRONG");
        }
    }
}
