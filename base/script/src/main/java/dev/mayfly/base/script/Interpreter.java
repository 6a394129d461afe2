package dev.mayfly.base.script;

import io.roastedroot.quickjs4j.core.JavyPluginModule;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.Instance;
import run.endive.runtime.Memory;
import run.endive.wasm.WasmModule;
import run.endive.wasm.types.MemoryLimits;

/**
 * One instance of QuickJS. It is WebAssembly, so it has nothing but its own memory, whose size has a bound, and the functions
 * that it is given.
 */
final class Interpreter {
    private static final WasmModule MODULE = JavyPluginModule.load();
    private static final int ALIGNMENT = 1;

    /** Two numbers: where something is, and how long it is. */
    private static final int PLACE_BYTES = 8;

    private static final int LENGTH_AT = 4;

    private final Instance instance;
    private final Memory memory;
    private @Nullable GuestThread guest;

    /** An instance with this much memory at the start and at most. */
    Interpreter(int pages, int pagesMax, LongSupplier wallMillis) {
        this.instance = Instance.builder(MODULE)
                .withMemoryLimits(new MemoryLimits(pages, pagesMax))
                .withMemoryFactory(ByteArrayMemory::new)
                .withMachineFactory(JavyPluginModule::create)
                .withImportValues(GuestImports.of(wallMillis, (_, values) -> talk(values)))
                .build();
        this.memory = instance.memory();
    }

    Instance instance() {
        return instance;
    }

    /** The bytes that it holds. May be asked by any thread. */
    long memoryBytes() {
        return (long) memory.pages() * Memory.PAGE_SIZE;
    }

    void initialize() {
        instance.export("initialize_runtime").apply();
    }

    /** Compiles a module of JavaScript, and returns the place of what it became. */
    int compile(String source) {
        byte[] text = source.getBytes(StandardCharsets.UTF_8);
        int at = allocate(text.length);
        memory.write(at, text);
        return (int) instance.export("compileSrc").apply(at, text.length)[0];
    }

    /** Runs a module that was compiled. */
    void evaluate(int place) {
        instance.export("eval").apply(memory.readInt(place), memory.readInt(place + LENGTH_AT), 0, 0);
    }

    /** Runs a module that talks to the host through a thread. */
    void evaluate(int place, GuestThread thread) {
        guest = thread;
        evaluate(place);
    }

    private int allocate(int bytes) {
        return (int) instance.export("cabi_realloc").apply(0, 0, ALIGNMENT, bytes)[0];
    }

    /** Takes three texts of the kernel, and gives it one. */
    private long[] talk(long... values) {
        GuestThread thread = guest;
        if (thread == null) {
            throw new IllegalStateException("the interpreter talks before it runs");
        }
        GuestSignal signal = GuestSignal.of(text(values, 0), text(values, 2), text(values, 4));
        byte[] answer = thread.ask(signal).getBytes(StandardCharsets.UTF_8);
        int at = allocate(answer.length);
        memory.write(at, answer);
        int place = allocate(PLACE_BYTES);
        memory.writeI32(place, at);
        memory.writeI32(place + LENGTH_AT, answer.length);
        return new long[] {place};
    }

    private String text(long[] values, int index) {
        return memory.readString((int) values[index], (int) values[index + 1], StandardCharsets.UTF_8);
    }
}
