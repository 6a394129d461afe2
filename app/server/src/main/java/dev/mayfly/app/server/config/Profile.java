package dev.mayfly.app.server.config;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * A named connection to a server, from the user's own file.
 *
 * @param user as in a URL, {@code NAME:PASSWORD}
 * @param certificates a file in PEM whose certificates are to be trusted
 */
public record Profile(
        @Nullable URI url, @Nullable String user, @Nullable Path certificates) {
    /*
     * staging:
     *   url: https://mayfly.example.com:8080
     *   user: ann
     *   password-file: staging.password
     *   cacert: staging.pem
     *
     * Files are looked for beside the one that names them.
     */
    private static final String FILE_NAME = "mayfly/profiles.yaml";

    private static final List<String> KEYS = List.of("url", "user", "password", "password-file", "cacert");

    /** Returns the path of the user's profiles: MAYFLY_PROFILES, or the usual place of such files on this system. */
    public static Path usualFile(Map<String, String> environment) {
        String named = environment.getOrDefault("MAYFLY_PROFILES", "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        String folder = environment.getOrDefault("XDG_CONFIG_HOME", "");
        return folder.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", ""), ".config", FILE_NAME)
                : Path.of(folder, FILE_NAME);
    }

    /** The profile of this name; every profile in the file has to be well-formed. */
    public static Profile read(Path file, String name) throws ConfigException {
        Reader reader = new Reader(file);
        Map<String, Map<String, String>> all = reader.profiles();
        Map<String, String> values = all.get(name);
        if (values == null && reader.mistakes.isEmpty()) {
            reader.mistakes.add(file + " has no profile \"" + name + "\"" + NearMiss.hint(name, all.keySet()));
        }
        Profile profile = values == null ? new Profile(null, null, null) : reader.profile(values);
        if (!reader.mistakes.isEmpty()) {
            throw new ConfigException(reader.mistakes);
        }
        return profile;
    }

    private static final class Reader {
        private final Path file;
        private final List<String> mistakes = new ArrayList<>();

        Reader(Path file) {
            this.file = file;
        }

        Map<String, Map<String, String>> profiles() {
            Map<String, Map<String, String>> all = new LinkedHashMap<>();
            LoadSettings load = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setUseMarks(true)
                    .build();
            try {
                Optional<Node> root = new Compose(load).composeString(Files.readString(file, StandardCharsets.UTF_8));
                root.ifPresent(node -> entries(node, "the file")
                        .forEach((key, value) -> all.put(key.getValue(), values(value, key.getValue()))));
            } catch (IOException _) {
                mistakes.add(file + " cannot be read; it is to hold \"NAME: {url: https://HOST:8080, user: ANN, "
                        + "password-file: FILE}\" for each profile");
            } catch (MarkedYamlEngineException wrong) {
                mistakes.add(file
                        + wrong.getProblemMark()
                                .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                                .orElse("")
                        + ": " + wrong.getProblem());
            } catch (YamlEngineException wrong) {
                mistakes.add(file + ": " + wrong.getMessage());
            }
            return all;
        }

        private Map<ScalarNode, Node> entries(Node node, String what) {
            Map<ScalarNode, Node> entries = new LinkedHashMap<>();
            if (!(node instanceof MappingNode mapping)) {
                mistake(node, what + " must be a list of \"name: value\"");
                return entries;
            }
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key) {
                    entries.put(key, tuple.getValueNode());
                } else {
                    mistake(tuple.getKeyNode(), "a name is wanted");
                }
            }
            return entries;
        }

        private Map<String, String> values(Node profile, String name) {
            Map<String, String> values = new LinkedHashMap<>();
            entries(profile, name).forEach((key, value) -> {
                if (!KEYS.contains(key.getValue())) {
                    mistake(
                            key,
                            "unknown key \"" + name + "." + key.getValue() + "\""
                                    + NearMiss.hint(key.getValue(), KEYS));
                } else if (value instanceof ScalarNode scalar) {
                    values.put(key.getValue(), scalar.getValue());
                } else {
                    mistake(value, name + "." + key.getValue() + " must be a text");
                }
            });
            return values;
        }

        private void mistake(Node node, String message) {
            mistakes.add(file
                    + node.getStartMark()
                            .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                            .orElse("")
                    + ": " + message);
        }

        Profile profile(Map<String, String> values) {
            String password = values.get("password");
            if (password != null) {
                OwnerOnly.check(file).ifPresent(mistakes::add);
            }
            String passwordFile = values.get("password-file");
            if (passwordFile != null) {
                password = secret(file.resolveSibling(passwordFile));
            }
            String user = values.get("user");
            String certificates = values.get("cacert");
            return new Profile(
                    url(values.get("url")),
                    user == null ? null : user + ":" + (password == null ? "" : password),
                    certificates == null ? null : file.resolveSibling(certificates));
        }

        private @Nullable String secret(Path secret) {
            Optional<String> fault = OwnerOnly.check(secret);
            if (fault.isPresent()) {
                mistakes.add(fault.get());
                return null;
            }
            try {
                return Files.readString(secret, StandardCharsets.UTF_8).strip();
            } catch (IOException _) {
                mistakes.add(secret + " cannot be read");
                return null;
            }
        }

        private @Nullable URI url(@Nullable String text) {
            try {
                return text == null ? null : URI.create(text);
            } catch (IllegalArgumentException _) {
                mistakes.add(file + ": \"" + text + "\" is no url");
                return null;
            }
        }
    }
}
