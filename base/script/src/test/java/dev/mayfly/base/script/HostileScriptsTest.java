package dev.mayfly.base.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mayfly.base.clock.SystemClock;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a script does, its run ends, its thread with it, and the next run knows nothing of it. */
final class HostileScriptsTest {
    private static final ScriptBounds BOUNDS = new ScriptBounds(24 << 20, 60, 1_000);
    private static final long SEED = 20261127;
    private static final int FEW = 60;
    private static final int MANY = 10_000;

    private static final ScriptProgram PROGRAM = ScriptProgram.of("""
            (function (host, evaluate) {
              return {
                run(source) { return evaluate(source)(host); },
                names() { return Object.getOwnPropertyNames(globalThis).sort().join(); },
              };
            })
            """);

    private final ScriptSandbox sandbox =
            new ScriptSandbox(SystemClock.INSTANCE::wallMillis, SystemClock.INSTANCE, BOUNDS);

    private static String host(String name, String argument) {
        assertNotEquals("", name);
        return name.equals("echo") ? argument : "";
    }

    private ScriptRun open() {
        return sandbox.open(PROGRAM, HostileScriptsTest::host, ScriptWatch.NONE);
    }

    private void end(int count) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(SEED);
        String names = names();
        Map<ScriptException.Kind, Integer> ends = new EnumMap<>(ScriptException.Kind.class);
        int returned = 0;
        for (int i = 0; i < count; i++) {
            String script = HostileScripts.next(random);
            ScriptRun run = open();
            try {
                run.call("run", script);
                returned++;
            } catch (ScriptException ended) {
                ends.merge(ended.kind(), 1, Integer::sum);
            } finally {
                run.close();
                run.awaitEnd();
            }
        }
        assertEquals(names, names(), "the seed was " + SEED);
        System.out.printf("%d hostile scripts, seed %d: %d returned, %s%n", count, SEED, returned, ends);
    }

    private String names() {
        try (ScriptRun run = open()) {
            return run.call("names", "");
        }
    }

    @Test
    void someHostileScriptsEnd() throws InterruptedException {
        end(FEW);
    }

    @Test
    @Tag("slow")
    void tenThousandHostileScriptsEnd() throws InterruptedException {
        end(MANY);
    }
}
