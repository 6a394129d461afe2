package dev.mayfly.app.cli;

import dev.mayfly.app.server.config.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A configuration file that explains every setting and changes none. */
final class ConfigTemplate {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder(8 << 10);
    private String group = "";

    private ConfigTemplate() {}

    static String text() {
        ConfigTemplate template = new ConfigTemplate();
        template.text.append("""
                # Configuration of mayfly. A flag wins over a variable of the environment, that over this file.
                # To set something take the first # away from its line and from the lines of the groups above it.
                """);
        // Groups stand together whatever the order of the settings is.
        Map<String, List<Setting>> groups = new LinkedHashMap<>();
        for (Setting setting : Setting.values()) {
            groups.computeIfAbsent(groupOf(setting), _ -> new ArrayList<>()).add(setting);
        }
        template.root(groups.remove(""));
        groups.forEach(template::group);
        return template.text.toString();
    }

    private static String groupOf(Setting setting) {
        int dot = setting.path().lastIndexOf('.');
        return dot < 0 ? "" : setting.path().substring(0, dot);
    }

    private void root(@Nullable List<Setting> settings) {
        if (settings != null) {
            settings.forEach(setting -> setting(setting, ""));
        }
    }

    private void group(String path, List<Setting> settings) {
        String[] steps = path.split("\\.", -1);
        String[] before = group.split("\\.", -1);
        text.append('\n');
        for (int depth = 0; depth < steps.length; depth++) {
            boolean isSame = depth < before.length && before[depth].equals(steps[depth]);
            if (!isSame) {
                text.append("#")
                        .append(INDENT.repeat(depth))
                        .append(steps[depth])
                        .append(":\n");
            }
        }
        settings.forEach(setting -> setting(setting, INDENT.repeat(steps.length)));
        group = path;
    }

    private void setting(Setting setting, String indent) {
        String name = setting.path().substring(setting.path().lastIndexOf('.') + 1);
        text.append(indent.isEmpty() ? "\n# " : "#" + indent + "# ");
        text.append(setting.help())
                .append(" (")
                .append(setting.label())
                .append(")\n#")
                .append(indent);
        text.append(name).append(": ").append(quoted(setting.standard())).append('\n');
    }

    private static String quoted(String value) {
        boolean isPlain =
                !value.isEmpty() && value.chars().allMatch(c -> Character.isLetterOrDigit(c) || "./-".indexOf(c) >= 0);
        return isPlain ? value : "\"" + value + "\"";
    }
}
