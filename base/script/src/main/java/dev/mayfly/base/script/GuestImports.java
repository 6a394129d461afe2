package dev.mayfly.base.script;

import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import run.endive.runtime.HostFunction;
import run.endive.runtime.ImportValues;
import run.endive.runtime.Instance;
import run.endive.runtime.WasmFunctionHandle;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.ValType;

/**
 * All functions that an interpreter is given: the time, random bytes, and one by which its kernel talks to the host. Those
 * of files, of the environment and of exits, which it was compiled with, say that there is nothing.
 */
final class GuestImports {
    private static final String WASI = "wasi_snapshot_preview1";
    private static final int SUCCESS = 0;

    /** The descriptor is none: so say all functions of files. */
    private static final int BAD_DESCRIPTOR = 8;

    private static final int RANDOM_BYTES_MAX = 1 << 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private GuestImports() {}

    /**
     * @param wallMillis the time of day that scripts see
     * @param talk takes three texts and returns one, all as places in the memory of the instance
     */
    static ImportValues of(LongSupplier wallMillis, WasmFunctionHandle talk) {
        return ImportValues.builder()
                .addFunction(
                        function("endive", "invoke", talk, "IIIIII"),
                        wasi("random_get", GuestImports::random, "II"),
                        wasi("clock_time_get", (instance, values) -> time(wallMillis, instance, values), "ILI"),
                        wasi("environ_get", nothing(SUCCESS), "II"),
                        wasi("environ_sizes_get", GuestImports::emptyEnvironment, "II"),
                        wasi("fd_close", nothing(BAD_DESCRIPTOR), "I"),
                        wasi("fd_fdstat_get", nothing(BAD_DESCRIPTOR), "II"),
                        wasi("fd_prestat_get", nothing(BAD_DESCRIPTOR), "II"),
                        wasi("fd_prestat_dir_name", nothing(BAD_DESCRIPTOR), "III"),
                        wasi("fd_read", nothing(BAD_DESCRIPTOR), "IIII"),
                        wasi("fd_seek", nothing(BAD_DESCRIPTOR), "ILII"),
                        wasi("fd_write", nothing(BAD_DESCRIPTOR), "IIII"),
                        exit())
                .build();
    }

    private static HostFunction wasi(String name, WasmFunctionHandle handle, String parameters) {
        return function(WASI, name, handle, parameters);
    }

    private static HostFunction function(String module, String name, WasmFunctionHandle handle, String parameters) {
        return new HostFunction(module, name, FunctionType.of(types(parameters), List.of(ValType.I32)), handle);
    }

    /** I stands for 32 bits, L for 64. */
    private static List<ValType> types(String letters) {
        return letters.chars()
                .mapToObj(letter -> letter == 'L' ? ValType.I64 : ValType.I32)
                .toList();
    }

    private static HostFunction exit() {
        return new HostFunction(WASI, "proc_exit", FunctionType.of(types("I"), List.of()), (_, _) -> {
            throw new IllegalStateException("the interpreter has given up");
        });
    }

    private static WasmFunctionHandle nothing(int errno) {
        return (_, _) -> new long[] {errno};
    }

    private static long[] emptyEnvironment(Instance instance, long... values) {
        instance.memory().writeI32((int) values[0], 0);
        instance.memory().writeI32((int) values[1], 0);
        return new long[] {SUCCESS};
    }

    private static long[] random(Instance instance, long... values) {
        byte[] bytes = new byte[Math.clamp(values[1], 0, RANDOM_BYTES_MAX)];
        RANDOM.nextBytes(bytes);
        instance.memory().write((int) values[0], bytes);
        return new long[] {SUCCESS};
    }

    /** Every clock of the interpreter shows the time of day. */
    private static long[] time(LongSupplier wallMillis, Instance instance, long... values) {
        instance.memory().writeLong((int) values[2], TimeUnit.MILLISECONDS.toNanos(wallMillis.getAsLong()));
        return new long[] {SUCCESS};
    }
}
