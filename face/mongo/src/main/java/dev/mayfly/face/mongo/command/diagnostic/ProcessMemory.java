package dev.mayfly.face.mongo.command.diagnostic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of the process; where the system does not report it, the heap's size stands for all. */
record ProcessMemory(int residentMegabytes, int virtualMegabytes) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int KILOBYTES_PER_MEGABYTE = 1024;

    static ProcessMemory now() {
        int heap = (int) (Runtime.getRuntime().totalMemory() >> 20);
        int resident = heap;
        int virtual = heap;
        try {
            for (String line : Files.readAllLines(STATUS, StandardCharsets.UTF_8)) {
                resident = line.startsWith("VmRSS:") ? megabytes(line) : resident;
                virtual = line.startsWith("VmSize:") ? megabytes(line) : virtual;
            }
        } catch (IOException notTold) {
            return new ProcessMemory(heap, heap);
        }
        return new ProcessMemory(resident, virtual);
    }

    /** Parses a line such as {@code VmRSS:   123456 kB}. */
    private static int megabytes(String line) {
        String[] words = line.split("\\s+");
        return (int) (Long.parseLong(words[1]) / KILOBYTES_PER_MEGABYTE);
    }
}
