package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Table;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.EffectiveSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The configuration file: made, shown, checked. Needs no server. */
@Command(
        name = "config",
        header = "Make, show and check a configuration file.",
        description = {
            "",
            "Examples:",
            "  mayfly config init                            # ./mayfly.yaml, every setting explained",
            "  mayfly config check                           # line and column of each mistake",
            "  mayfly config show                            # what holds, and who says so"
        })
final class ConfigCommand implements Runnable {
    private static final Table SETTINGS =
            new Table().text("SETTING", "setting").text("VALUE", "value").text("FROM", "from");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: init, show or check");
    }

    @Command(
            name = "init",
            header = "Write a configuration file in which every setting is explained, and none is changed.",
            description = {
                "",
                "Examples:",
                "  mayfly config init                            # ./mayfly.yaml; refused if there is one",
                "  mayfly config init /etc/mayfly.yaml --force",
                "  mayfly config init - | less                   # to stdout"
            })
    int init(
            @Mixin Output output,
            @Parameters(arity = "0..1", paramLabel = "FILE|-", description = "Where to. Default: ./mayfly.yaml.")
                    @Nullable
                    String file,
            @Option(names = "--force", description = "Replace the file that is there.") boolean force)
            throws IOException {
        String text = ConfigTemplate.text();
        if ("-".equals(file)) {
            output.out().print(text);
            output.out().flush();
            return ExitCode.OK;
        }
        Path target = Path.of(file == null ? ConfigReader.FILE_NAME : file);
        if (Files.exists(target) && !force) {
            throw new CommandFailure(ExitCode.REFUSED, target + " is there already; --force replaces it");
        }
        Files.writeString(target, text, StandardCharsets.UTF_8);
        output.note("Wrote " + target + ".");
        return ExitCode.OK;
    }

    @Command(
            name = "show",
            header = "Show what holds for each setting, and whether a variable, the file or the default says so.",
            description = {
                "",
                "Examples:",
                "  mayfly config show",
                "  mayfly config show --changed                  # only what is not the default",
                "  mayfly config show /etc/mayfly.yaml -o json"
            })
    int show(
            @Mixin Output output,
            @Parameters(arity = "0..1", paramLabel = "FILE", description = "The file; ./mayfly.yaml if there is one.")
                    @Nullable
                    Path file,
            @Option(names = "--changed", description = "Only what is not the default.") boolean changed)
            throws ConfigException {
        List<JsonNode> rows = new ArrayList<>();
        for (EffectiveSetting effective : ConfigReader.effective(System.getenv(), fileOr(file))) {
            if (changed && effective.isDefault()) {
                continue;
            }
            ObjectNode row = new JsonMapper().createObjectNode();
            rows.add(row.put("setting", effective.setting().path())
                    .put("value", effective.text())
                    .put("from", effective.where()));
        }
        output.list(rows, SETTINGS);
        return ExitCode.OK;
    }

    @Command(
            name = "check",
            header = "Check a configuration file; line and column of each mistake, and exit code 2 if there is one.",
            description = {"", "Examples:", "  mayfly config check", "  mayfly config check /etc/mayfly.yaml"})
    int check(
            @Mixin Output output,
            @Parameters(arity = "0..1", paramLabel = "FILE", description = "The file; ./mayfly.yaml if there is one.")
                    @Nullable
                    Path file) {
        Path checked = fileOr(file);
        if (checked == null) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, "there is no " + ConfigReader.FILE_NAME + " here; name a file");
        }
        if (!Files.exists(checked)) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "there is no file " + checked);
        }
        try {
            ConfigReader.read(Map.of(), Map.of(), checked);
        } catch (ConfigException refused) {
            throw new CommandFailure(ExitCode.USAGE, String.join("\nmayfly: ", refused.mistakes()));
        }
        output.line(checked + ": nothing wrong");
        return ExitCode.OK;
    }

    private static @Nullable Path fileOr(@Nullable Path file) {
        return file != null
                ? file
                : ConfigReader.usualFile(System.getenv(), Path.of("")).orElse(null);
    }
}
