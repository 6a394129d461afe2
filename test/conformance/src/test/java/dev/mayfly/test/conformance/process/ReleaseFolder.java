package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A release as the test kits see it: a folder with a launcher, which starts this build. It notes which processes it became. */
record ReleaseFolder(Path home) {
    private static final String PIDS = "pids";

    static ReleaseFolder in(Path folder) throws IOException {
        Path home = Files.createDirectories(folder.resolve("a release"));
        Path launcher = home.resolve("mayfly");
        Files.writeString(
                launcher,
                "#!/bin/sh\necho $$ >>'" + home.resolve(PIDS) + "'\nexec '" + System.getProperty("java.home")
                        + "/bin/java' --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
                        + " -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path")
                        + "' dev.mayfly.app.cli.Mayfly \"$@\"\n");
        assertTrue(launcher.toFile().setExecutable(true));
        return new ReleaseFolder(home);
    }

    /** The number of servers that were started from it. */
    int starts() throws IOException {
        return Files.readAllLines(home.resolve(PIDS)).size();
    }

    /** Returns when all its servers have ended, which those whose client was killed do by themselves, and soon. */
    void awaitEnd() throws IOException {
        for (ProcessHandle server : servers()) {
            server.onExit().orTimeout(1, TimeUnit.MINUTES).join();
        }
    }

    /** Those of its servers that run. */
    List<ProcessHandle> servers() throws IOException {
        return Files.readAllLines(home.resolve(PIDS)).stream()
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .filter(ProcessHandle::isAlive)
                .toList();
    }
}
