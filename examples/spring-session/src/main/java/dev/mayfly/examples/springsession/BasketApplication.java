package dev.mayfly.examples.springsession;

import org.mongodb.spring.session.config.annotation.web.http.EnableMongoHttpSession;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application. Its sessions live for half an hour after the last request, in a collection of MongoDB. */
@SpringBootApplication
@EnableMongoHttpSession(maxInactiveIntervalInSeconds = 30 * 60)
public class BasketApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(BasketApplication.class, arguments);
    }
}
