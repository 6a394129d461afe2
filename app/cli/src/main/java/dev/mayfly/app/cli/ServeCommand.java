package dev.mayfly.app.cli;

import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a server until it is told to stop. */
@Command(
        name = "serve",
        header = "Start a server, and say how to reach it.",
        description = {
            "",
            "Examples:",
            "  mayfly serve                                  # documents in ./data, on loopback",
            "  mayfly serve --demo                           # documents that expire while you watch",
            "  mayfly serve --in-memory --clock virtual@2026-01-01T00:00:00Z",
            "  mayfly serve --config /etc/mayfly.yaml --bind 0.0.0.0 --tls auto"
        })
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = ServeOptions.CONFIG,
            paramLabel = "FILE",
            description = "The configuration file; ./mayfly.yaml if there is one.")
    private @Nullable Path config;

    @Option(names = ServeOptions.DEMO, description = "Load documents that expire while you watch.")
    private boolean demo;

    @Option(
            names = ServeOptions.TRAIN,
            hidden = true,
            description = "Start everything once and stop, for the launcher.")
    private boolean train;

    @Option(
            names = ServeOptions.UNTIL_INPUT_ENDS,
            description = "Stop when standard input ends, and so with the process that started this one.")
    private boolean untilInputEnds;

    /** The settings are options of this command, under the names they have everywhere. */
    @Spec(Spec.Target.SELF)
    void setSpec(CommandSpec own) {
        for (Setting setting : Setting.values()) {
            own.addOption(option(setting));
        }
    }

    private static OptionSpec option(Setting setting) {
        String standard = setting.standard().isEmpty() ? "" : " Default: " + setting.standard() + ".";
        OptionSpec.Builder builder = OptionSpec.builder(setting.flag())
                .type(String.class)
                .paramLabel(setting.label())
                // A description is a format.
                .description((setting.help() + standard).replace("%", "%%"));
        return setting.isSwitch()
                ? builder.arity("0..1").fallbackValue("true").build()
                : builder.arity("1").build();
    }

    @Override
    public Integer call() throws Exception {
        return serving().run(spec.commandLine().getOut());
    }

    ServeOptions serving() {
        return new ServeOptions(flags(), config, demo, train, untilInputEnds);
    }

    private Map<Setting, String> flags() {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            String value = spec.commandLine().getParseResult().matchedOptionValue(setting.flag(), null);
            if (value != null) {
                flags.put(setting, value);
            }
        }
        return flags;
    }
}
