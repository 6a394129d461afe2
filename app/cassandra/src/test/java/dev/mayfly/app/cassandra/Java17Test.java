package dev.mayfly.app.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Java17Test {
    @TempDir
    @Nullable
    Path temporary;

    private Path home(String place, String version) throws IOException {
        Path home = root().resolve(place);
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(home.resolve("bin/java")).toFile().setExecutable(true);
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private Path root() {
        if (temporary == null) {
            throw new IllegalStateException("no test is running");
        }
        return temporary;
    }

    private Optional<Path> found(Map<String, String> environment) {
        return new Java17(environment, root()).java();
    }

    @Test
    void onlyAJava17IsTaken() throws IOException {
        home("usr/lib/jvm/a-25", "25.0.3");
        assertEquals(Optional.empty(), found(Map.of()));
        Path home = home("usr/lib/jvm/b-17", "17.0.15");
        assertEquals(Optional.of(home.resolve("bin/java")), found(Map.of()));
    }

    @Test
    void theEnvironmentComesFirst() throws IOException {
        home("usr/lib/jvm/b-17", "17.0.15");
        Path own = home("own", "17.0.1");
        assertEquals(Optional.of(own.resolve("bin/java")), found(Map.of("JAVA17_HOME", own.toString())));
    }

    @Test
    void aVariableThatNamesAnotherVersionIsPassedOver() throws IOException {
        Path right = home("usr/lib/jvm/b-17", "17.0.15");
        Path wrong = home("own", "21.0.1");
        assertEquals(Optional.of(right.resolve("bin/java")), found(Map.of("JAVA_HOME", wrong.toString())));
    }

    @Test
    void theJavaOnThePathIsFoundThroughItsLink() throws IOException {
        Path home = home("elsewhere", "17.0.15");
        Path links = Files.createDirectories(root().resolve("links"));
        Files.createSymbolicLink(links.resolve("java"), home.resolve("bin/java"));
        assertEquals(Optional.of(home.toRealPath().resolve("bin/java")), found(Map.of("PATH", "/nowhere:" + links)));
    }
}
