package dev.mayfly.app.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.ServerConfig.NodeChoice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeReaderTest {
    private static NodeChoice read(Map<Setting, String> flags) throws ConfigException {
        return ConfigReader.readText(flags, Map.of(), "").node();
    }

    @Test
    void aServerIsReachedWhereItListens() throws ConfigException {
        assertEquals(new NodeChoice("127.0.0.1", ""), read(Map.of()));
        assertEquals(new NodeChoice("127.0.0.7", ""), read(Map.of(Setting.BIND, "127.0.0.7")));
    }

    @Test
    void aServerSaysWhereItIs() throws ConfigException {
        assertEquals(
                new NodeChoice("mayfly-1.example.com", "West US"),
                read(Map.of(Setting.NODE_ADDRESS, "mayfly-1.example.com", Setting.REGION, " West US ")));
        assertFalse(read(Map.of(Setting.NODE_ADDRESS, "::1")).address().isEmpty());
    }

    @Test
    void whatIsNoNameIsRefused() {
        for (String wrong : List.of("a b", "http://a", "a/b", "a,b")) {
            refuses(Setting.NODE_ADDRESS, wrong, "neither a name nor an address");
        }
        for (String wrong : List.of("West,East", "\u0001", "-West", "a".repeat(65))) {
            refuses(Setting.REGION, wrong, "is not a name of a region");
        }
    }

    private static void refuses(Setting setting, String wrong, String said) {
        ConfigException refusal = assertThrows(ConfigException.class, () -> read(Map.of(setting, wrong)));
        assertTrue(String.valueOf(refusal.getMessage()).contains(said), refusal.getMessage());
    }
}
