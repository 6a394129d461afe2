package dev.mayfly.examples.springcouchbase;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application. */
@SpringBootApplication
public class LoginApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(LoginApplication.class, arguments);
    }
}
