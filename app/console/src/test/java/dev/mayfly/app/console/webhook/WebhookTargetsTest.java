package dev.mayfly.app.console.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookTargetsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "172.31.0.1",
                "192.168.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fc00::1",
                "ff02::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::",
                "2001:db8::1"
            })
    void theseAddressesAreNotPublic(String text) throws Exception {
        InetAddress address = InetAddress.getByName(text);
        assertFalse(WebhookTargets.of(List.of("example.com")).admits(address));
        assertTrue(WebhookTargets.of(List.of(address.getHostAddress())).admits(address));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "2606:4700::1111"})
    void theseAddressesArePublic(String text) throws Exception {
        assertTrue(WebhookTargets.of(List.of()).admits(InetAddress.getByName(text)));
    }

    @ParameterizedTest
    @CsvSource({
        "https://hooks.example.com/x, true",
        "https://HOOKS.example.com:8443/x, true",
        "https://example.com/, false",
        "https://a.b.example.org/, true",
        "https://example.org/, false",
        "https://evil-example.org/, false",
        "http://localhost:9000/, true",
        "http://localhost:9001/, false",
        "http://10.1.2.3/, true",
        "http://10.2.2.3/, false",
        "http://8.8.8.8/, false",
    })
    void hostsMustBeNamed(URI target, boolean named) {
        WebhookTargets targets =
                WebhookTargets.of(List.of("hooks.example.com", "*.example.org", "localhost:9000", "10.1.0.0/16"));
        assertEquals(named, targets.names(target));
    }

    @Test
    void whatIsNothingIsRefused() {
        for (String wrong : List.of("http://example.com", "*", "10.0.0.0/33", "10.0.0.0/x", "1.2.3.400")) {
            assertThrows(IllegalArgumentException.class, () -> WebhookTargets.of(List.of(wrong)));
        }
    }
}
