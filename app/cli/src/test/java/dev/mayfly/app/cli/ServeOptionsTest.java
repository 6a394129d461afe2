package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.config.Setting;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class ServeOptionsTest {
    @Test
    void everySettingIsReadAsTheLibraryReadsIt() {
        List<String> line = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            line.add(setting.flag());
            line.add("value of " + setting.path());
        }
        line.addAll(List.of("--config", "some file", "--demo"));
        assertSame(line.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--in-memory",
                "--in-memory --demo",
                "--in-memory false --demo",
                "--train",
                "--in-memory --until-input-ends",
                "--data d --clock virtual@2026-01-01T00:00:00Z"
            })
    void plainLinesAreReadAsTheLibraryReadsThem(String line) {
        assertSame(line.isEmpty() ? new String[0] : line.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "--data=d",
                "--data",
                "--data --demo",
                "--data a --data b",
                "--demo --demo",
                "--until-input-ends --until-input-ends",
                "--nonsense",
                "word",
                "--mongo-port -1"
            })
    void whateverElseIsLeftToTheLibrary(String line) {
        assertEquals(Optional.empty(), ServeOptions.ofPlain(line.split(" ")));
    }

    @Test
    void fileOfTheConfigurationIsAPath() {
        ServeOptions serving = ServeOptions.ofPlain("--config", "a b").orElseThrow();
        assertEquals(new ServeOptions(Map.of(), Path.of("a b"), false, false, false), serving);
    }

    private static void assertSame(String... line) {
        CommandLine library = RootCommand.line(
                new PrintWriter(new StringWriter()),
                new PrintWriter(new StringWriter()),
                Terminal.none(InputStream.nullInputStream()));
        List<String> whole = new ArrayList<>(List.of("serve"));
        whole.addAll(List.of(line));
        ServeCommand command = library.parseArgs(whole.toArray(String[]::new))
                .subcommand()
                .commandSpec()
                .commandLine()
                .getCommand();
        assertEquals(command.serving(), ServeOptions.ofPlain(line).orElseThrow());
    }
}
