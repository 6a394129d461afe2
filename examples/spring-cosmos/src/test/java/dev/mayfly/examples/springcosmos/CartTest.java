package dev.mayfly.examples.springcosmos;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.models.PartitionKey;
import dev.mayfly.test.testkit.ExpiryReason;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

@MayflyTest(faces = MayflyFace.COSMOS)
final class CartTest {
    private static AnnotationConfigApplicationContext application(MayflyServer server) {
        System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
        AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
        application
                .getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "server",
                        Map.of(
                                "cosmos.endpoint",
                                server.cosmos().http(),
                                "cosmos.key",
                                server.cosmos().key())));
        application.register(CartConfiguration.class);
        application.refresh();
        return application;
    }

    @Test
    void cartIsForgottenHalfAnHourAfterItWasWritten(MayflyServer server, MayflyClock clock) {
        try (AnnotationConfigApplicationContext application = application(server)) {
            CartRepository carts = application.getBean(CartRepository.class);
            Cart cart = carts.save(new Cart("c1", "ada", List.of("tea")));
            clock.advance(Duration.ofMinutes(29));
            carts.save(new Cart(cart.id(), cart.customer(), List.of("tea", "milk")));
            clock.advance(Duration.ofMinutes(29));
            assertEquals(
                    List.of("tea", "milk"), carts.findByCustomer("ada").getFirst().articles());
            clock.advance(Duration.ofMinutes(1));
            assertEquals(List.of(), carts.findByCustomer("ada"));
            assertEquals(Optional.empty(), carts.findById("c1", new PartitionKey("ada")));
            assertThat(server.events())
                    .hasExpired("shop.carts", "[\"ada\", \"c1\"]")
                    .withReason(ExpiryReason.DEFAULT);
        }
    }
}
