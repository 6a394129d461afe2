package dev.mayfly.examples.sessions;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application, which knows one clock: tests have another. */
@SpringBootApplication
public class SessionsApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(SessionsApplication.class, arguments);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
