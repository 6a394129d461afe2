package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.ExitCode;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Help pages of one shape: a line that says what, the usage, examples, options, exit codes. */
final class HelpPages {
    private static final int WIDTH = 100;

    private static final List<String> SECTIONS = List.of(
            UsageMessageSpec.SECTION_KEY_HEADER,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            // The description of a command is its examples.
            UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_FOOTER,
            UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);

    private HelpPages() {}

    /** Applies the layout to this command and all its subcommands. */
    static void arrange(CommandLine line) {
        line.setHelpSectionKeys(SECTIONS);
        CommandSpec spec = line.getCommandSpec();
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this page.")
                .build());
        UsageMessageSpec page = spec.usageMessage();
        page.synopsisHeading("%nUsage: ");
        page.width(WIDTH);
        page.abbreviateSynopsis(true);
        page.optionListHeading("%nOptions:%n");
        page.parameterListHeading("%n");
        page.commandListHeading("%nCommands:%n");
        page.exitCodeListHeading("%nExit codes:%n");
        page.exitCodeList(UsageMessageSpec.keyValuesMap(ExitCode.help()));
        line.getSubcommands().values().forEach(HelpPages::arrange);
    }
}
