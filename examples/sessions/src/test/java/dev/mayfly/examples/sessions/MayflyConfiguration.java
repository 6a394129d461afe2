package dev.mayfly.examples.sessions;

import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import java.time.Clock;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** A server for the application under test, which takes its time from the server's clock. */
@TestConfiguration(proxyBeanMethods = false)
class MayflyConfiguration {
    @Bean
    MayflyServer mayfly() {
        return MayflyServer.builder().faces(MayflyFace.MONGO).start();
    }

    @Bean
    DynamicPropertyRegistrar address(MayflyServer mayfly) {
        return properties -> properties.add("spring.mongodb.uri", () -> mayfly.connectionString(MayflyFace.MONGO));
    }

    @Bean
    MayflyClock mayflyClock(MayflyServer mayfly) {
        return mayfly.clock();
    }

    @Bean
    @Primary
    Clock windableClock(MayflyClock clock) {
        return clock.asClock();
    }
}
