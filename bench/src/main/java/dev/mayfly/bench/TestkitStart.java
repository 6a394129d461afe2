package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import java.util.Arrays;
import java.util.Locale;

/** Measures how long a server in a test takes to start and to stop: the first of this process, and those after it. */
public final class TestkitStart {
    private static final int STARTS = 20;

    private TestkitStart() {}

    /** Takes faces, such as {@code mongo}; all if none is named. */
    public static void main(String[] arguments) {
        MayflyFace[] faces = arguments.length == 0
                ? MayflyFace.values()
                : Arrays.stream(arguments)
                        .map(word -> MayflyFace.valueOf(word.toUpperCase(Locale.ROOT)))
                        .toArray(MayflyFace[]::new);
        double[] starts = new double[STARTS];
        double[] stops = new double[STARTS];
        for (int round = 0; round < STARTS; round++) {
            long begun = SystemClock.INSTANCE.tickNanos();
            MayflyServer server = MayflyServer.builder().faces(faces).start();
            long started = SystemClock.INSTANCE.tickNanos();
            server.close();
            starts[round] = (started - begun) / 1e6;
            stops[round] = (SystemClock.INSTANCE.tickNanos() - started) / 1e6;
        }
        Meter.say("first start %.0f ms", starts[0]);
        report("starts after it", Arrays.copyOfRange(starts, 1, STARTS));
        report("stops", stops);
    }

    private static void report(String what, double[] millis) {
        Arrays.sort(millis);
        Meter.say("%s: median %.1f ms, longest %.1f ms", what, millis[millis.length / 2], millis[millis.length - 1]);
    }
}
