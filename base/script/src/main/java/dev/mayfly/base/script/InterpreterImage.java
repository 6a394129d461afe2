package dev.mayfly.base.script;

import dev.mayfly.base.clock.SystemClock;
import java.util.Arrays;
import java.util.function.LongSupplier;
import run.endive.runtime.Instance;
import run.endive.runtime.Memory;

/**
 * The memory of an interpreter that has read its library and waits for its first task. A copy of it is another such
 * interpreter, made in less time than one needs to read a library. Immutable.
 */
final class InterpreterImage {
    private static final String START = "const loop = globalThis.mayflyLoop; delete globalThis.mayflyLoop; loop();";

    /** What a library may use while it is read. */
    private static final int PAGES_MAX = 512;

    private static final int PAGES = 19;

    private final byte[] memory;
    private final long[] globals;
    private final int start;

    private InterpreterImage(byte[] memory, long[] globals, int start) {
        this.memory = memory;
        this.globals = globals;
        this.start = start;
    }

    /** @param kernel a module of JavaScript that leaves its loop behind */
    static InterpreterImage of(String kernel) {
        Interpreter interpreter = new Interpreter(PAGES, PAGES_MAX, SystemClock.INSTANCE::wallMillis);
        interpreter.initialize();
        interpreter.evaluate(interpreter.compile(kernel));
        int start = interpreter.compile(START);
        Instance instance = interpreter.instance();
        long[] globals = new long[instance.globalCount()];
        Arrays.setAll(globals, index -> instance.global(index).getValue());
        byte[] memory = instance.memory().readBytes(0, instance.memory().pages() * Memory.PAGE_SIZE);
        return new InterpreterImage(memory, globals, start);
    }

    /** Returns a copy that runs, and may come to hold this much. */
    Interpreter copy(long bytesMax, LongSupplier wallMillis) {
        int pages = memory.length / Memory.PAGE_SIZE;
        int pagesMax = Math.max(pages, Math.toIntExact(bytesMax / Memory.PAGE_SIZE));
        Interpreter copy = new Interpreter(pages, pagesMax, wallMillis);
        copy.instance().memory().write(0, memory);
        for (int index = 0; index < globals.length; index++) {
            copy.instance().global(index).setValue(globals[index]);
        }
        return copy;
    }

    /** Where the module stands that begins to take tasks. */
    int start() {
        return start;
    }
}
