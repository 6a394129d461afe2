package dev.mayfly.app.server.config;

import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** One configuration file: its value for each setting, and every mistake in it with line and column. */
final class ConfigFile {
    private static final String USERS = "auth.users";
    private static final String USERS_FILE = "auth.users-file";
    private static final String KEYS = "faces.cosmos.keys";
    private static final List<String> KEY_NAMES =
            List.of("primary", "secondary", "primary-readonly", "secondary-readonly");
    private static final Map<String, Setting> SETTINGS =
            Arrays.stream(Setting.values()).collect(Collectors.toMap(Setting::path, setting -> setting));

    private final String name;
    private final List<String> mistakes;
    private final Map<Setting, SettingText> settings = new EnumMap<>(Setting.class);
    private final List<UserSetting> users = new ArrayList<>();
    private final List<UserSetting> usersElsewhere = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();
    private final List<String> readingKeys = new ArrayList<>();

    private ConfigFile(String name, List<String> mistakes) {
        this.name = name;
        this.mistakes = mistakes;
    }

    static ConfigFile none() {
        return new ConfigFile("", new ArrayList<>());
    }

    /** Reads a file; mistakes are added to the list. */
    static ConfigFile read(Path path, List<String> mistakes) {
        ConfigFile file = new ConfigFile(path.toString(), mistakes);
        try {
            file.parse(Files.readString(path, StandardCharsets.UTF_8));
        } catch (IOException _) {
            mistakes.add(path + ": the configuration file cannot be read");
        }
        if (!file.users.isEmpty() || !file.keys.isEmpty()) {
            OwnerOnly.check(path).ifPresent(mistakes::add);
        }
        return file;
    }

    static ConfigFile ofText(String name, String text, List<String> mistakes) {
        ConfigFile file = new ConfigFile(name, mistakes);
        file.parse(text);
        return file;
    }

    Map<Setting, SettingText> settings() {
        return settings;
    }

    List<UserSetting> users() {
        return Stream.concat(users.stream(), usersElsewhere.stream()).toList();
    }

    /** Returns the keys of the cosmos face that may do everything. */
    List<String> keys() {
        return keys;
    }

    /** Returns the keys of the cosmos face that may only read. */
    List<String> readingKeys() {
        return readingKeys;
    }

    private void parse(String text) {
        compose(text, node -> mapping("", node));
    }

    private void compose(String text, Consumer<Node> taker) {
        LoadSettings load =
                LoadSettings.builder().setLabel(name).setUseMarks(true).build();
        try {
            Optional<Node> root = new Compose(load).composeString(text);
            root.ifPresent(taker);
        } catch (MarkedYamlEngineException failure) {
            mistakes.add(at(failure.getProblemMark()) + failure.getProblem());
        } catch (YamlEngineException failure) {
            mistakes.add(name + ": " + failure.getMessage());
        }
    }

    private void mapping(String prefix, Node node) {
        if (!(node instanceof MappingNode mapping)) {
            mistake(node, (prefix.isEmpty() ? "the file" : prefix) + " must be a list of \"name: value\"");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            String path = prefix.isEmpty() ? key : prefix + "." + key;
            if (seen.add(key)) {
                entry(path, key, tuple);
            } else {
                mistake(tuple.getKeyNode(), path + " is given twice");
            }
        }
    }

    private void entry(String path, String key, NodeTuple tuple) {
        Setting setting = SETTINGS.get(path);
        if (setting != null) {
            value(setting, tuple.getValueNode());
        } else if (path.equals(USERS)) {
            users(tuple.getValueNode());
        } else if (path.equals(USERS_FILE)) {
            usersFile(tuple.getValueNode());
        } else if (path.equals(KEYS)) {
            keys(tuple.getValueNode());
        } else if (isPrefix(path)) {
            mapping(path, tuple.getValueNode());
        } else {
            String parent = path.substring(0, path.length() - key.length());
            mistake(tuple.getKeyNode(), "unknown key \"" + path + "\"" + NearMiss.hint(key, children(parent)));
        }
    }

    private void value(Setting setting, Node node) {
        switch (node) {
            case ScalarNode scalar -> put(setting, scalar.getValue(), node);
            case SequenceNode sequence
            when sequence.getValue().stream().allMatch(ScalarNode.class::isInstance) ->
                put(
                        setting,
                        sequence.getValue().stream()
                                .map(item -> ((ScalarNode) item).getValue())
                                .collect(Collectors.joining(",")),
                        node);
            default -> mistake(node, setting.path() + " must be a single value");
        }
    }

    private void put(Setting setting, String text, Node node) {
        settings.put(setting, new SettingText(text, SettingText.Source.FILE, where(node)));
    }

    private void users(Node node) {
        if (!(node instanceof SequenceNode list)) {
            mistake(node, USERS + " must be a list of {name, password, roles}");
            return;
        }
        for (Node item : list.getValue()) {
            user(item);
        }
    }

    /** Reads a separate list of users, beside the file that names it. */
    private void usersFile(Node node) {
        Path file = Path.of(name).resolveSibling(text(node));
        OwnerOnly.check(file).ifPresent(mistakes::add);
        ConfigFile other = new ConfigFile(file.toString(), mistakes);
        try {
            other.compose(Files.readString(file, StandardCharsets.UTF_8), other::users);
            usersElsewhere.addAll(other.users);
        } catch (IOException _) {
            mistake(node, "\"" + file + "\" cannot be read");
        }
    }

    private void user(Node node) {
        String userName = "";
        String password = "";
        List<String> roles = List.of("root");
        if (!(node instanceof MappingNode mapping)) {
            mistake(node, "a user is {name: ..., password: ..., roles: [...]}");
            return;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            switch (key) {
                case "name" -> userName = text(tuple.getValueNode());
                case "password" -> password = text(tuple.getValueNode());
                case "roles" -> roles = words(tuple.getValueNode());
                default ->
                    mistake(
                            tuple.getKeyNode(),
                            "unknown key \"" + key + "\" of a user"
                                    + NearMiss.hint(key, List.of("name", "password", "roles")));
            }
        }
        if (userName.isEmpty() || password.isEmpty()) {
            mistake(node, "a user needs a name and a password");
            return;
        }
        users.add(new UserSetting(userName, password, roles));
    }

    private void keys(Node node) {
        if (!(node instanceof MappingNode mapping)) {
            mistake(node, KEYS + " must be {primary, secondary, primary-readonly, secondary-readonly}");
            return;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            if (KEY_NAMES.contains(key)) {
                key(key, tuple.getValueNode());
            } else {
                mistake(tuple.getKeyNode(), "unknown key \"" + KEYS + "." + key + "\"" + NearMiss.hint(key, KEY_NAMES));
            }
        }
        if (keys.isEmpty()) {
            mistake(node, KEYS + " has no primary key");
        }
    }

    /** Errors about a key do not contain the key. */
    private void key(String keyName, Node node) {
        String key = text(node);
        String fault = CosmosKeys.faultOf(key);
        if (fault != null) {
            mistake(node, fault);
        }
        (keyName.endsWith("-readonly") ? readingKeys : keys).add(key);
    }

    private String text(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        mistake(node, "must be a single value");
        return "";
    }

    private List<String> words(Node node) {
        List<String> words = new ArrayList<>();
        List<Node> nodes = node instanceof SequenceNode list ? list.getValue() : List.of(node);
        for (Node item : nodes) {
            String word = text(item);
            if (!UserSetting.ROLES.contains(word)) {
                mistake(item, "unknown role \"" + word + "\"" + NearMiss.hint(word, UserSetting.ROLES));
            }
            words.add(word);
        }
        return words;
    }

    private static boolean isPrefix(String path) {
        return !path.isEmpty() && SETTINGS.keySet().stream().anyMatch(known -> known.startsWith(path + "."));
    }

    /** The names that may stand below a prefix, which is empty or ends with a dot. */
    private static Set<String> children(String prefix) {
        Set<String> names = new TreeSet<>();
        for (String known : SETTINGS.keySet()) {
            if (known.startsWith(prefix)) {
                names.add(known.substring(prefix.length()).split("\\.", 2)[0]);
            }
        }
        for (String list : List.of(USERS, USERS_FILE, KEYS)) {
            if (list.startsWith(prefix) && !prefix.isEmpty()) {
                names.add(list.substring(prefix.length()).split("\\.", 2)[0]);
            }
        }
        return names;
    }

    private void mistake(Node node, String message) {
        mistakes.add(where(node) + ": " + message);
    }

    private String where(Node node) {
        return node.getStartMark()
                .map(mark -> name + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                .orElse(name);
    }

    private String at(Optional<Mark> mark) {
        return mark.map(found -> name + ":" + (found.getLine() + 1) + ":" + (found.getColumn() + 1) + ": ")
                .orElse(name + ": ");
    }
}
