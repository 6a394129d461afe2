package dev.mayfly.base.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of scripts: what goes in and out, what stays, and what ends them. */
final class ScriptRunTest {
    private static final ScriptProgram PROGRAM = ScriptProgram.of("""
            (function (host, evaluate) {
              return {
                run(source) { return evaluate(source); },
                ask(text) { return host('ask', text); },
                again(count) { for (var i = 0; i < count; i++) host('ask', i); },
                sleep(millis) { host('sleep', millis); return 'awake'; },
                later(text) { return Promise.resolve(text).then((value) => value + '!'); },
              };
            })
            """);

    private final VirtualClock wall = new VirtualClock(1_700_000_000_000L);
    private final ScriptSandbox sandbox =
            new ScriptSandbox(wall::wallMillis, SystemClock.INSTANCE, new ScriptBounds(32 << 20, 2_000, 100));
    private final List<String> asked = new ArrayList<>();

    private ScriptRun open() {
        return sandbox.open(PROGRAM, (name, argument) -> name + " " + asked.add(argument), ScriptWatch.NONE);
    }

    @Test
    void textsGoInAndOut() {
        try (ScriptRun run = open()) {
            assertEquals("3", run.call("run", "1 + 2"));
            assertEquals("", run.call("run", "undefined"));
            assertEquals("a\u0000\u20ac\ud83d\ude00\n\"", run.call("run", "'a\\u0000\u20ac\ud83d\ude00\\n\"'"));
            assertEquals("ask true", run.call("ask", "what?"));
            assertEquals(List.of("what?"), asked);
            assertEquals("x!", run.call("later", "x"));
        }
    }

    @Test
    void timeIsTheServersAndCanBeWound() {
        try (ScriptRun run = open()) {
            assertEquals("1700000000000", run.call("run", "Date.now()"));
            wall.advance(Duration.ofHours(1));
            assertEquals("2023-11-14T23:13:20.000Z", run.call("run", "new Date().toISOString()"));
        }
    }

    @Test
    void aScriptMaySleepForAsLongAsItMayRun() {
        try (ScriptRun run = open()) {
            assertEquals("awake", run.call("sleep", "1"));
            assertEquals("awake", run.call("sleep", "-1"));
            assertTrue(asked.isEmpty());
        }
        ScriptSandbox brief =
                new ScriptSandbox(wall::wallMillis, SystemClock.INSTANCE, new ScriptBounds(32 << 20, 100, 100));
        try (ScriptRun run = brief.open(PROGRAM, ScriptHost.NONE, ScriptWatch.NONE)) {
            ScriptException ended = assertThrows(ScriptException.class, () -> run.call("sleep", "1e9"));
            assertEquals(ScriptException.Kind.TIME, ended.kind());
            assertTrue(run.isOver());
        }
    }

    @Test
    void runThatCannotBeginGivesItsTurnBackOnce() {
        int turns = sandbox.turnsLeft();
        ScriptWatch poor = new ScriptWatch() {
            @Override
            public void check() {}

            @Override
            public void grown(long bytes) {
                throw new IllegalStateException("no memory");
            }
        };
        assertThrows(IllegalStateException.class, () -> sandbox.open(PROGRAM, ScriptHost.NONE, poor));
        assertEquals(turns, sandbox.turnsLeft());
        try (ScriptRun run = open()) {
            assertEquals(turns - 1, sandbox.turnsLeft());
            assertEquals("1", run.call("run", "1"));
        }
        assertEquals(turns, sandbox.turnsLeft());
    }

    @Test
    void runKeepsItsOwnThingsAndNoOtherRunSeesThem() {
        try (ScriptRun run = open()) {
            run.call("run", "var kept = 1; Array.prototype.evil = 2;");
            assertEquals("3", run.call("run", "kept + [].evil"));
        }
        try (ScriptRun other = open()) {
            assertEquals("undefined undefined", other.call("run", "typeof kept + ' ' + typeof [].evil"));
        }
    }

    @Test
    void scriptThatThrowsSaysWhatAndItsRunGoesOn() {
        try (ScriptRun run = open()) {
            ScriptException thrown = assertThrows(
                    ScriptException.class,
                    () -> run.call("run", "(function f() { throw new TypeError('\"no\"'); })()"));
            assertSame(ScriptException.Kind.THROWN, thrown.kind());
            assertEquals("TypeError: \"no\"", thrown.getMessage());
            assertTrue(thrown.stack().contains("at f"), thrown.stack());
            assertThrows(ScriptException.class, () -> run.call("run", "1 +"));
            assertEquals("1", run.call("run", "1"));
        }
    }

    @Test
    void scriptEndsAtItsBounds() {
        assertSame(ScriptException.Kind.TIME, endOf("for (;;);"));
        assertSame(ScriptException.Kind.HOST_CALLS, end("again", "101"));
        assertEquals(0, asked.size() - 100);
        assertSame(ScriptException.Kind.THROWN, endOf("'x'.repeat(1 << 29)"));
        assertEquals(2, sandbox.endedEarly());
        assertNotSame(ScriptException.Kind.TIME, endOf("(function f() { f(); })()"));
    }

    private ScriptException.Kind endOf(String script) {
        return end("run", script);
    }

    private ScriptException.Kind end(String entry, String argument) {
        try (ScriptRun run = open()) {
            return assertThrows(ScriptException.class, () -> run.call(entry, argument))
                    .kind();
        }
    }

    @Test
    void hostEndsARun() {
        IllegalStateException ours = new IllegalStateException("ours");
        try (ScriptRun run = sandbox.open(
                PROGRAM,
                (_, _) -> {
                    throw ours;
                },
                ScriptWatch.NONE)) {
            assertSame(ours, assertThrows(IllegalStateException.class, () -> run.call("ask", "")));
            assertTrue(run.isOver());
        }
    }

    @Test
    void nothingOfTheMachineIsThere() {
        try (ScriptRun run = open()) {
            assertEquals(
                    "undefined",
                    run.call(
                            "run",
                            "[typeof java, typeof Java, typeof Packages, typeof process, typeof require, typeof Javy,"
                                    + " typeof java_invoke, typeof mayflyLoop, typeof std, typeof os, typeof print,"
                                    + " typeof fetch].filter((one, at, all) => all.indexOf(one) === at).join()"));
        }
    }
}
