package dev.mayfly.test.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The circumstances under which a command line is started.
 *
 * @param jvmOptions for the Java machine, beside those that make it start fast
 * @param environment variables beside those of the test
 * @param openFilesMax how many files and connections the process may have open at once
 */
public record Launch(List<String> jvmOptions, Map<String, String> environment, OptionalInt openFilesMax) {
    private static final String SERIAL = "-XX:+UseSerialGC";

    /** On a heap of half a gigabyte. */
    public static final Launch PLAIN = new Launch(List.of("-Xmx512m", SERIAL), Map.of(), OptionalInt.empty());

    public Launch {
        jvmOptions = List.copyOf(jvmOptions);
        environment = Map.copyOf(environment);
    }

    /** On this heap, all of which is taken at once, so that growth of the process is growth beside the heap. */
    public static Launch onHeap(int megabytes) {
        List<String> heap = List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m", "-XX:+AlwaysPreTouch", SERIAL);
        return new Launch(heap, Map.of(), OptionalInt.empty());
    }

    /** On this heap, with the collector and the end of a full heap that the launcher chooses for a server. */
    public static Launch asByTheLauncher(int megabytes) {
        List<String> heap = List.of("-Xmx" + megabytes + "m", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError");
        return new Launch(heap, Map.of(), OptionalInt.empty());
    }

    public Launch with(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(variables);
        return new Launch(jvmOptions, all, openFilesMax);
    }

    public Launch withOpenFilesMax(int files) {
        return new Launch(jvmOptions, environment, OptionalInt.of(files));
    }

    /** The command line of the system for one of ours. */
    List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        if (openFilesMax.isPresent()) {
            command.addAll(List.of("sh", "-c", "ulimit -n " + openFilesMax.getAsInt() + " && exec \"$@\"", "sh"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.mayfly.app.cli.Mayfly"));
        command.addAll(List.of(arguments));
        return command;
    }
}
