package dev.mayfly.test.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenScriptTest {
    @TempDir
    Path folder;

    private final List<String> heard = new ArrayList<>();

    @AfterEach
    void forgetRewriting() {
        System.clearProperty("golden.rewrite");
    }

    @Test
    void expectedOutputPasses() {
        assertDoesNotThrow(
                () -> run("# A comment.\nsay one\nhush\n----\none\n\nsay two\nsay three\n----\ntwo\nthree\n"));
        assertEquals(List.of("say one", "hush", "say two", "say three"), heard);
    }

    @Test
    void otherOutputFailsAndShowsWhatCame() {
        AssertionError failure = assertThrows(AssertionError.class, () -> run("say one\n----\ntwo\n"));
        assertTrue(failure.toString().contains("one"), failure.toString());
    }

    @Test
    void indentedLinesAreTheCommandsInput() {
        assertDoesNotThrow(() -> run("echo\n  {\n    \"a\": 1\n  }\n----\n{\n  \"a\": 1\n}\n"));
    }

    @Test
    void outputWithEmptyLinesIsFenced() {
        assertDoesNotThrow(() -> run("pair\n----\n----\none\n\ntwo\n----\n----\n\nsay x\n----\nx\n"));
    }

    @Test
    void rewritingReplacesOutputAndKeepsTheRest() throws Exception {
        System.setProperty("golden.rewrite", "");
        run("# Kept.\nsay one\n----\n\npair\n----\nold\n");
        assertEquals(
                "# Kept.\nsay one\n----\none\n\npair\n----\n----\none\n\ntwo\n----\n----\n",
                Files.readString(script(), UTF_8));
    }

    @Test
    void aFailingCommandNamesItsLine() {
        AssertionError failure = assertThrows(AssertionError.class, () -> run("hush\nboom\n----\n"));
        assertTrue(failure.toString().contains("golden.script:2: boom"), failure.toString());
    }

    private void run(String text) throws Exception {
        Files.writeString(script(), text, UTF_8);
        GoldenScript.run(script(), this::answer);
    }

    private Path script() {
        return folder.resolve("golden.script");
    }

    private String answer(String command, String input) throws IOException {
        heard.add(command);
        return switch (command) {
            case "hush" -> "";
            case "echo" -> input;
            case "pair" -> "one\n\ntwo";
            case "boom" -> throw new IOException("boom");
            default -> command.substring("say ".length()) + "\n";
        };
    }
}
