package dev.mayfly.app.cli.admin;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.Profile;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The server to connect to and the user to connect as. Options win over the named profile, which wins over single
 * variables.
 *
 * @param user as {@code NAME:PASSWORD}
 */
record Target(URI url, @Nullable String user, @Nullable Path certificates) {
    private static final String LOCAL = "http://127.0.0.1:8080";
    private static final Profile NONE = new Profile(null, null, null);

    static Target of(
            @Nullable URI url,
            @Nullable String user,
            @Nullable Path certificates,
            @Nullable String profile,
            Map<String, String> environment) {
        String name = profile != null ? profile : environment.getOrDefault("MAYFLY_PROFILE", "");
        Profile named = name.isEmpty() ? NONE : read(Profile.usualFile(environment), name);
        return new Target(
                url != null ? url : named.url() != null ? named.url() : usual(environment),
                user != null ? user : named.user() != null ? named.user() : variable(environment, "MAYFLY_USER"),
                certificates != null ? certificates : named.certificates());
    }

    private static Profile read(Path file, String name) {
        try {
            return Profile.read(file, name);
        } catch (ConfigException refused) {
            throw new CommandFailure(ExitCode.CONFIG, String.join("\nmayfly: ", refused.mistakes()));
        }
    }

    private static URI usual(Map<String, String> environment) {
        String url = variable(environment, "MAYFLY_URL");
        try {
            return URI.create(url == null ? LOCAL : url);
        } catch (IllegalArgumentException wrong) {
            throw new CommandFailure(ExitCode.USAGE, "MAYFLY_URL: " + wrong.getMessage());
        }
    }

    private static @Nullable String variable(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return value.isEmpty() ? null : value;
    }
}
