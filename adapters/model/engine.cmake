# Of llama.cpp only what runs a model is built. Its chat templates, argument parser and HTTP client ("common") take more than
# half of the time of the whole build, and nothing here calls them; the Rust crate over it cannot leave them out by itself.
set(LLAMA_BUILD_COMMON OFF CACHE BOOL "" FORCE)
