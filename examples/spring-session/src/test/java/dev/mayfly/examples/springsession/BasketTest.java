package dev.mayfly.examples.springsession;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyServer;
import jakarta.servlet.Filter;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

@SpringBootTest(properties = "logging.level.root=warn")
@Import(MayflyConfiguration.class)
class BasketTest {
    @Autowired
    private WebApplicationContext application;

    @Autowired
    @Qualifier("springSessionRepositoryFilter")
    private Filter sessions;

    @Autowired
    private MayflyServer mayfly;

    @Autowired
    private MayflyClock clock;

    private MockMvc browser;

    @BeforeEach
    void open() {
        browser = MockMvcBuilders.webAppContextSetup(application)
                .addFilters(sessions)
                .build();
    }

    private MockHttpServletResponse ask(MockHttpServletRequestBuilder request) throws Exception {
        return browser.perform(request).andReturn().getResponse();
    }

    @Test
    void basketIsForgottenHalfAnHourAfterTheLastRequest() throws Exception {
        // Spring Session dates sessions by the clock of this process, so the server's is brought there.
        clock.advanceTo(Instant.now());
        Cookie cookie = ask(MockMvcRequestBuilders.post("/basket/tea")).getCookie("SESSION");
        assertNotNull(cookie);
        clock.advance(Duration.ofMinutes(29));
        assertEquals(
                "[\"tea\"]",
                ask(MockMvcRequestBuilders.get("/basket").cookie(cookie)).getContentAsString());
        clock.advanceToNextExpiry();
        assertEquals(
                "[]",
                ask(MockMvcRequestBuilders.get("/basket").cookie(cookie)).getContentAsString());
        assertThat(mayfly.events()).hasExpiredTimes("shop.sessions", 1);
    }
}
