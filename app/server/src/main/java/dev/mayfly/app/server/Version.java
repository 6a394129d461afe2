package dev.mayfly.app.server;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version of this build. */
public final class Version {
    private static final String RESOURCE = "version.properties";

    private Version() {}

    public static String current() {
        Properties properties = new Properties();
        try (InputStream stream = Version.class.getResourceAsStream(RESOURCE)) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException failure) {
            throw new IllegalStateException("a resource of this very jar cannot be read", failure);
        }
        return properties.getProperty("version", "unknown");
    }
}
